import { reloadSession, useSession } from '@balcao/sdk/client';
import { PictureButtons } from './PictureButtons.tsx';

/** What changes one's own picture, in one's profile. */
export default function OwnPicture() {
  const { user } = useSession();
  const path = typeof user['profilePicUrl'] === 'string' ? user['profilePicUrl'] : null;
  return <PictureButtons userId={user.id} path={path} onChanged={reloadSession} />;
}
