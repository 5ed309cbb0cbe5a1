import { mediaUrl, useOptionalSession } from '@balcao/sdk/client';

/** Returns the address of the person's picture, if any. */
export function usePicture(): string | undefined {
  const picture = useOptionalSession()?.user['profilePicUrl'];
  return typeof picture === 'string' && picture !== '' ? mediaUrl(picture) : undefined;
}
