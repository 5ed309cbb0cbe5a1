/** Files as a customer might send, for tests outside this folder. */
export { pdf, photo } from '../../demo/files.ts';
