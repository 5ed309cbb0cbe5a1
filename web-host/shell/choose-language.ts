import { api, setLanguage, type Language } from '@balcao/sdk/client';

/** The interface changes at once; the server learns it so that mail and the next browser speak it too. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  await api.put('/auth/me', { language }).catch(() => undefined);
}
