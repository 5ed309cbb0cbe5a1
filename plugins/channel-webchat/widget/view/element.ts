import { safely } from '../safely.ts';

type Child = Node | string | false | undefined;
interface Parts {
  class?: string;
  text?: string;
  attributes?: Readonly<Record<string, string | boolean | undefined>>;
  on?: Readonly<Record<string, (event: never) => unknown>>;
}

/** Creates an element of the panel. Text is inserted as text, never as markup. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  parts: Parts = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  if (parts.class) made.className = parts.class;
  if (parts.text !== undefined) made.textContent = parts.text;
  for (const [attribute, value] of Object.entries(parts.attributes ?? {})) setAttribute(made, attribute, value);
  for (const [event, run] of Object.entries(parts.on ?? {}))
    made.addEventListener(event, safely(run as (event: Event) => unknown));
  for (const child of children) if (child !== false && child !== undefined) made.append(child);
  return made;
};

export const setAttribute = (of: Element, name: string, value: string | boolean | undefined): void => {
  if (value === undefined || value === false) of.removeAttribute(name);
  else of.setAttribute(name, value === true ? '' : value);
};

/** Creates text for screen readers only. */
export const screenReaderText = (text: string): HTMLElement => element('span', { class: 'heard', text });

const svgNamespace = 'http://www.w3.org/2000/svg';

export const icon = (path: string, size = 24): SVGSVGElement => {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('width', String(size));
  svg.setAttribute('height', String(size));
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(svgNamespace, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
};

export const iconButton = (
  label: string,
  path: string,
  run: () => unknown,
  more: { class?: string } = {},
): HTMLButtonElement =>
  element(
    'button',
    {
      class: `icon ${more.class ?? ''}`,
      attributes: { type: 'button', 'aria-label': label, title: label },
      on: { click: run },
    },
    icon(path, 20),
  );
