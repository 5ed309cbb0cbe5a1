/** The icon: a phone in a dashed frame, since it is not real; 24 × 24. */
export const glyph = {
  path: 'M8.75 2A2.75 2.75 0 0 0 6 4.75v14.5A2.75 2.75 0 0 0 8.75 22h6.5A2.75 2.75 0 0 0 18 19.25V4.75A2.75 2.75 0 0 0 15.25 2h-6.5Zm0 1.75h6.5a1 1 0 0 1 1 1v11.5h-8.5V4.75a1 1 0 0 1 1-1ZM12 17.6a1.15 1.15 0 1 1 0 2.3 1.15 1.15 0 0 1 0-2.3ZM9.5 7.5h5V9h-5V7.5Zm0 3.25h3.25v1.5H9.5v-1.5Z',
  color: '#6a5a2c',
};
