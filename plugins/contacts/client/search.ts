import { Person20Regular } from '@fluentui/react-icons';
import { formatsFor, mediaUrl, type CommandContext, type SearchHit } from '@balcao/sdk/client';
import type { ContactPage } from './contact-row.ts';

const limit = 6;

/**
 * Searches contacts for the command palette by name, number or e-mail; a leading `@` restricts the palette to contacts.
 */
export async function searchContacts(
  term: string,
  { api, session, signal }: CommandContext & { signal: AbortSignal },
): Promise<SearchHit[]> {
  const searchParam = term.replace(/^@\s*/, '').toLowerCase();
  const { contacts } = await api.get<ContactPage>('/contacts', { searchParam }, { signal });
  const format = formatsFor(session.company.language, session.company.timeZone);
  return contacts.slice(0, limit).map(({ id, name, number, email, profilePicUrl }): SearchHit => ({
    id: String(id),
    title: name,
    subtitle: number ? format.phone(number) : email,
    icon: Person20Regular,
    avatar: { name, ...(profilePicUrl && { picture: mediaUrl(profilePicUrl) }) },
    path: `/contacts?contact=${id}`,
  }));
}
