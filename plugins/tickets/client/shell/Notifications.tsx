import { OpensLater, lazyPart } from '@balcao/sdk/client';
import { Bell } from './Bell.tsx';

const NotificationList = lazyPart(() => import('./NotificationList.tsx'));

/** The bell: tickets with unread messages, and buttons to accept waiting ones. */
export default function Notifications() {
  return (
    <OpensLater part={NotificationList} standIn={(open) => <Bell isOpen={false} onClick={open} />}>
      {(startOpen) => <NotificationList startOpen={startOpen} bell={(isOpen) => <Bell isOpen={isOpen} />} />}
    </OpensLater>
  );
}
