import { mediaUrl, useOptionalSession } from '@balcao/sdk/client';

/** The picture a person's row carries, when there is one. */
export function usePicture(): string | undefined {
  const picture = useOptionalSession()?.user['profilePicUrl'];
  return typeof picture === 'string' && picture !== '' ? mediaUrl(picture) : undefined;
}
