"""What must be true of every page on every screen: nothing clipped, nothing on top of another."""

from playwright.sync_api import Page

_CHECK = """() => {
  const wrong = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) wrong.push(`scrolls sideways: ${page.scrollWidth}`);

  const seen = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return null;
    if (element.closest(".hidden, .skip, .sprite, [aria-hidden=true]")) return null;
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 ? box : null;
  };
  const name = (element) =>
    `${element.tagName.toLowerCase()}.${element.className.baseVal ?? element.className} ` +
    `"${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)}"`;

  // Text that its own box cuts off; boxes that scroll may hold more than they show.
  for (const element of document.querySelectorAll("body *")) {
    const style = getComputedStyle(element);
    if (!seen(element) || ["auto", "scroll"].includes(style.overflowX)) continue;
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (own && style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
      wrong.push(`clipped: ${name(element)}`);
    if (own && element.scrollWidth > innerWidth) wrong.push(`too wide: ${name(element)}`);
  }

  // Controls whose text does not fit them, or that lie on one another.
  const controls = [...document.querySelectorAll("button, a, select, input, summary")].filter(
    (element) => seen(element) && !element.closest(".tabs, .classic-list, .moves"));
  for (const element of controls) {
    const { scrollWidth: needs, clientWidth: has } = element;
    if (needs > has + 1 && has && element.matches("button"))
      wrong.push(`text does not fit: ${name(element)} ${needs} > ${has}`);
  }
  const inside = (element) => {
    let box = element.getBoundingClientRect();
    for (let up = element.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === "visible") continue;
      const outer = up.getBoundingClientRect();
      box = { left: Math.max(box.left, outer.left), right: Math.min(box.right, outer.right),
              top: Math.max(box.top, outer.top), bottom: Math.min(box.bottom, outer.bottom) };
    }
    return box;
  };
  const boxes = controls.map((element) => [element, inside(element)]);
  for (let i = 0; i < boxes.length; i += 1) for (let j = i + 1; j < boxes.length; j += 1) {
    const [a, p] = boxes[i], [b, q] = boxes[j];
    if (a.contains(b) || b.contains(a)) continue;
    const width = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const height = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (width > 1 && height > 1) wrong.push(`overlap: ${name(a)} and ${name(b)}`);
  }

  for (const board of document.querySelectorAll("gomoku-board")) {
    const { width, height } = board.getBoundingClientRect();
    if (Math.abs(width - height) > 1) wrong.push(`not square: ${width} x ${height}`);
  }
  return wrong;
}"""


def layout_faults(page: Page) -> list[str]:
    """Return what is wrong with a page as it is laid out now."""
    found: list[str] = page.evaluate(_CHECK)
    return found


def fits_one_screen(page: Page) -> bool:
    """Say whether nothing has to be scrolled."""
    fits: bool = page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    return fits
