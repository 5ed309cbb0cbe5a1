import type { ShownSite } from '../contract.ts';

/** Returns the snippet that a company pastes into its pages. `origin` is the platform’s public one. */
export const snippetOf = ({ scriptPath, address }: Pick<ShownSite, 'scriptPath' | 'address'>, origin: string): string =>
  `<script src="${origin}${scriptPath}" data-address="${address}" async></script>`;
