import type { Language, Scope } from '@balcao/sdk/server';
import en from '../../locales/en.json' with { type: 'json' };
import es from '../../locales/es.json' with { type: 'json' };
import pt from '../../locales/pt.json' with { type: 'json' };

// Stored with the conversation, so in the company's language and not in the caller's.
const words: Readonly<Record<Language, typeof pt.listed>> = { pt: pt.listed, en: en.listed, es: es.listed };

/** Returns the text that the list shows for a deleted message. */
export const deletedWords = (scope: Scope): string => words[scope.company.language].deleted;

/**
 * Returns the text that the list shows for a customer's reaction; `{{text}}` stands for the message that was reacted
 * to.
 */
export const reactionWords = (scope: Scope, emoji: string): string =>
  words[scope.company.language].reacted.replace('{{emoji}}', emoji);
