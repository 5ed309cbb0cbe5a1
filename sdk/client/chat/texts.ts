import i18next from 'i18next';
import { useCallback } from 'react';
import { useT } from '@balcao/sdk/client';
import type { Translate } from '@balcao/sdk/client';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };

// Imported with the code that shows them, so that no message is rendered without its texts.
for (const [language, chat] of Object.entries({ pt, en, es }))
  i18next.addResourceBundle(language, 'sdk', { chat }, true, true);

/** Returns the texts of messages. */
export function useChatT(): Translate {
  const t = useT('sdk');
  return useCallback((key, values) => t(`chat.${key}`, values), [t]);
}
