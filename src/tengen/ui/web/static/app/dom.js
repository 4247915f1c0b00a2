// Making elements without a framework, and without inline code that the page's policy forbids.

/** Return the element that a selector finds; it must be there. */
export function find(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no element ${selector}`);
  return found;
}

/** Make an element: attributes by name, `on…` for listeners, children as nodes or text. */
export function make(tag, attrs = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name in element && typeof value === "boolean") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Make an icon of the page's sprite. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** Make a button with a text and perhaps an icon before it. */
export function button(text, onclick, { kind = "", sign = "", ...attrs } = {}) {
  const label = make("span", { text });
  return make("button", { type: "button", class: kind, onclick, ...attrs }, sign ? icon(sign) : null, label);
}

/**
 * Replace an element's children, but only if they would look different.
 *
 * What looks the same does the same, and a button that stays can be pressed while messages arrive.
 * The focus goes to what has the same name as what had it.
 */
export function fill(element, ...children) {
  const made = make("div", {}, ...children);
  if (made.innerHTML === element.innerHTML) return;
  const before = element.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  element.replaceChildren(...made.childNodes);
  if (before === null) return;
  const controls = [...element.querySelectorAll("button, a, input, [tabindex]")];
  controls.find((control) => nameOf(control) === before)?.focus();
}

function nameOf(element) {
  return element.ariaLabel ?? element.textContent;
}

/** Make a small stone for texts and seats. */
export function stoneSign(color) {
  return make("i", { class: `stone-sign ${color}`, "aria-hidden": "true" });
}

/** Show or hide an element. */
export function show(element, visible) {
  element.hidden = !visible;
}
