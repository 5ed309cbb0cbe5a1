import { createContext } from 'react';

/** What is being sought in the conversation: marked where it stands. */
export const SoughtContext = createContext('');
