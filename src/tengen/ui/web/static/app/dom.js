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

/** Replace an element's children only if they would look different. */
export function fill(element, ...children) {
  const made = make("div", {}, ...children);
  if (made.innerHTML !== element.innerHTML || made.querySelector("button,a,input,select")) {
    element.replaceChildren(...made.childNodes);
  }
}

/** Make a small stone for texts and seats. */
export function stoneSign(color) {
  return make("i", { class: `stone-sign ${color}`, "aria-hidden": "true" });
}

/** Show or hide an element. */
export function show(element, visible) {
  element.hidden = !visible;
}
