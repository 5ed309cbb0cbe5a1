import { api, setLanguage, type Language } from '@balcao/sdk/client';

/** Changes the interface at once and saves the language on the server, for e-mails and the next browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  await api.put('/auth/me', { language }).catch(() => undefined);
}
