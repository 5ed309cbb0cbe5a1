import { createContext } from 'react';

/** The search term of a conversation: `RichText` inside highlights its matches. */
export const HighlightContext = createContext('');
