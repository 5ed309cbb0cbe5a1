import type { MetaChannel } from '../contract.ts';

/** 24 × 24 paths and the discs’ colours, in the networks’ own. */
export const glyphs: Readonly<Record<MetaChannel, { path: string; color: string }>> = {
  facebook: {
    path: 'M12 2C6.4 2 2 6.1 2 11.6c0 2.9 1.2 5.4 3.1 7.1.2.1.3.3.3.6l.1 1.7c0 .6.6.9 1.1.7l2-.9c.2-.1.4-.1.5 0 .9.2 1.9.4 2.9.4 5.6 0 10-4.1 10-9.6S17.6 2 12 2Zm6 7.4-2.9 4.700c-.5.7-1.5.9-2.2.4l-2.3-1.800a.6.6 0 0 0-.7 0l-3.2 2.400c-.4.3-1-.2-.7-.6l2.9-4.700c.5-.7 1.5-.9 2.2-.4l2.3 1.800c.2.1.5.1.7 0l3.2-2.400c.4-.3 1 .2.7.6Z',
    color: '#0866e0',
  },
  instagram: {
    path: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3H8Zm4 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm4.5-3.500a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z',
    color: '#c32a6b',
  },
};
