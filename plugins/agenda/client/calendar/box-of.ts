import type { CSSProperties } from 'react';

/** The colour of a ticked box is that of its entries. */
export const boxOf = (color: string): CSSProperties =>
  Object.fromEntries(
    ['', 'Hover', 'Pressed'].map((state) => [`--colorCompoundBrandBackground${state}`, color]),
  ) as CSSProperties;
