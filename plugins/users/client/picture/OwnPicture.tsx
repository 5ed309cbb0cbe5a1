import { reloadSession, useSession } from '@balcao/sdk/client';
import { PictureButtons } from './PictureButtons.tsx';

/** Changes the person's own picture, in their profile. */
export default function OwnPicture() {
  const { user } = useSession();
  const path = typeof user['profilePicUrl'] === 'string' ? user['profilePicUrl'] : null;
  return <PictureButtons userId={user.id} path={path} onChanged={reloadSession} />;
}
