import { createDOMRenderer, type GriffelRenderer } from '@fluentui/react-components';

type Rules = Parameters<GriffelRenderer['insertCSSRules']>[0];

/** Returns the nonce of the page's policy. Browsers hide the attribute; the property remains. */
const nonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

/**
 * Creates the renderer that inserts the styles of components into the page. Every instance of a component hands over
 * all its rules when it is mounted, and some at each rendering; the library then compares rule by rule, which
 * allocated 31 of the 78 MB of opening a large flow. Rules are never removed, so a set that was inserted is skipped.
 */
export function createStyleRenderer(): GriffelRenderer {
  const value = nonce();
  const renderer = createDOMRenderer(document, value ? { styleElementAttributes: { nonce: value } } : {});
  const insert = renderer.insertCSSRules;
  const inserted = new WeakSet<object>();
  renderer.insertCSSRules = (rules: Rules) => {
    // Sets of reset rules alone are wrapped anew for each rendering; their list stays the same.
    const set = rules.r ?? rules;
    if (inserted.has(set)) return;
    insert(rules);
    inserted.add(set);
  };
  return renderer;
}
