// What mouse, pen and finger mean on a board: pointing, playing, drawing arrows.
//
// The target gets calls and knows nothing of pointers: hover(point), press(point), lens(point, x, y)
// while a finger looks for its point, arrow(from, to), ring(point), wheel(direction).

/** Attach a board's surface; `pointAt(x, y)` says which point is under a place on the screen. */
export function attachPointer(surface, pointAt, target) {
  let finger = null;
  let drag = null;

  const over = (event) => pointAt(event.clientX, event.clientY);

  surface.addEventListener("pointermove", (event) => {
    if (finger === event.pointerId) target.lens(over(event), event.clientX, event.clientY);
    else if (event.pointerType !== "touch") target.hover(over(event));
  });

  surface.addEventListener("pointerleave", () => target.hover(null));

  surface.addEventListener("pointerdown", (event) => {
    if (event.button === 2) drag = over(event);
    if (event.pointerType !== "touch" || finger !== null) return;
    finger = event.pointerId;
    surface.setPointerCapture(event.pointerId);
    target.lens(over(event), event.clientX, event.clientY);
  });

  const lift = (event, chosen) => {
    if (finger !== event.pointerId) return;
    finger = null;
    target.lens(null);
    if (chosen) target.press(chosen, "coarse");
  };
  surface.addEventListener("pointerup", (event) => {
    if (event.pointerType === "touch") lift(event, over(event));
    else if (event.button === 2) drawn(over(event));
  });
  surface.addEventListener("pointercancel", (event) => lift(event, null));

  // Clicks are left to the browser for the mouse, so that assistive technology can click a cell.
  surface.addEventListener("click", (event) => {
    if (event.pointerType === "touch") return;
    const cell = event.target.closest("[data-point]");
    const point = event.detail === 0 && cell ? cell.dataset.point : over(event);
    if (point) target.press(point, event.detail === 0 ? "key" : "fine");
  });

  surface.addEventListener("contextmenu", (event) => event.preventDefault());

  surface.addEventListener(
    "wheel",
    (event) => {
      if (target.wheel(Math.sign(event.deltaY))) event.preventDefault();
    },
    { passive: false },
  );

  function drawn(end) {
    const start = drag;
    drag = null;
    if (!start || !end) return;
    if (start === end) target.ring(end);
    else target.arrow(start, end);
  }
}
