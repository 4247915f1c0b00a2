// What every page has: the settings dialog, and dialogs as such.

import { button, find, make } from "./dom.js";
import { language, say } from "./i18n.js";
import { cookie, setCookie, settings } from "./settings.js";

/** Open a dialog with a title and some content; it is gone when it is closed. */
export function openDialog(title, ...content) {
  const close = make("button", {
    type: "button",
    class: "plain close",
    "aria-label": say("button.close"),
    onclick: () => dialog.close(),
  });
  close.textContent = "×";
  const heading = make("h2", { id: "dialog-title", text: title });
  const dialog = make("dialog", { "aria-labelledby": "dialog-title" }, heading, close, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Ask before something that cannot be taken back. */
export function confirmDialog(title, text, yes, onyes) {
  const dialog = openDialog(
    title,
    make("div", { class: "rows" }, make("p", { text }), confirmButtons(yes, onyes, () => dialog.close())),
  );
}

function confirmButtons(yes, onyes, close) {
  const agree = button(
    yes,
    () => {
      close();
      onyes();
    },
    { kind: "primary" },
  );
  return make("div", { class: "buttons" }, agree, button(say("button.cancel"), close));
}

/** Make a row of choices of which one is taken. */
export function choices(name, legend, options, value, onchange) {
  const labels = options.map(([key, text, disabled]) =>
    make(
      "label",
      {},
      make("input", {
        type: "radio",
        name,
        value: key,
        checked: key === value,
        disabled: Boolean(disabled),
        onchange: () => onchange(key),
      }),
      make("span", { text }),
    ),
  );
  return make("fieldset", { class: "tabs", "aria-label": legend }, ...labels);
}

function settingsDialog() {
  const row = (label, control) =>
    make("div", { class: "row" }, make("span", { text: label, "aria-hidden": "true" }), control);
  const tick = (name) =>
    make(
      "label",
      { class: "row" },
      make("span", { text: say(`settings.${name}`) }),
      make("input", {
        type: "checkbox",
        checked: settings[name],
        onchange: (event) => (settings[name] = event.target.checked),
      }),
    );
  const themes = ["", "light", "dark", "contrast"].map((name) => [name, say(`theme.${name || "auto"}`)]);
  const tongues = [
    ["en", "English"],
    ["zh-CN", "简体中文"],
  ];
  const confirm = ["auto", "always", "never"].map((name) => [name, say(`confirm.${name}`)]);
  const rows = make(
    "div",
    { class: "rows" },
    row(say("settings.theme"), choices("theme", say("settings.theme"), themes, theme(), setTheme)),
    row(
      say("settings.language"),
      choices("language", say("settings.language"), tongues, language, setLanguage),
    ),
    row(
      say("settings.confirm"),
      choices("confirm", say("settings.confirm"), confirm, settings.confirm, (value) => {
        settings.confirm = value;
      }),
    ),
    tick("sound"),
    tick("coordinates"),
    tick("shortcuts"),
  );
  openDialog(say("bar.settings"), rows);
}

function theme() {
  return document.documentElement.dataset.theme ?? "";
}

function setTheme(name) {
  setCookie("theme", name);
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
}

function setLanguage(name) {
  if (name === cookie("lang")) return;
  setCookie("lang", name);
  location.reload();
}

find("#open-settings").addEventListener("click", settingsDialog);
