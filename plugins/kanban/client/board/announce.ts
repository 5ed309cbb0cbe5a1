import { announce as say } from '@atlaskit/pragmatic-drag-and-drop-live-region';

/** Tells screen readers what happened to a card. */
export const announce = (text: string): void => say(text);
