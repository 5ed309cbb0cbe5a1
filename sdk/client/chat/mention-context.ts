import { createContext } from 'react';

/**
 * Names of the people that a message mentions: `RichText` inside shows `@[7]` as their name, here by the id 7. Absent:
 * texts have no mentions.
 */
export const MentionContext = createContext<((id: number) => string) | undefined>(undefined);
