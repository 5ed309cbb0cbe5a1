/** A plugin that does not run and the kernel's reason. */
export interface ShownFault {
  code: string;
  plugin: string;
  message: string;
  fix: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Returns the banner of the development server with code, cause and fix of every fault. Without it, a plugin whose
 * server file was just broken would vanish from the screen without an explanation.
 */
export function faultBanner(faults: readonly ShownFault[]): string {
  if (faults.length === 0) return '';
  const items = faults.map(
    ({ code, plugin, message, fix }) =>
      `<li style="margin:0 0 8px"><b>${escaped(plugin)}</b> <code>${escaped(code)}</code><br>${escaped(message)}<br>→ ${escaped(fix)}</li>`,
  );
  return `<div id="balcao-faults" role="alert" style="position:fixed;z-index:2147483647;inset:auto 16px 16px;max-height:45vh;overflow:auto;padding:12px 44px 4px 16px;border-radius:8px;background:#5c1a1b;color:#fff;font:13px/1.5 system-ui,sans-serif;box-shadow:0 8px 24px #0006"><button type="button" aria-label="Close" onclick="this.parentNode.remove()" style="position:absolute;top:8px;right:8px;border:0;background:none;color:inherit;font-size:18px;cursor:pointer">×</button><ul style="margin:0;padding:0;list-style:none">${items.join('')}</ul></div>`;
}
