import { LazyPopover, lazyPart } from '@balcao/sdk/client';
import { Bell } from './Bell.tsx';

const NotificationList = lazyPart(() => import('./NotificationList.tsx'));

/** The bell: tickets with unread messages, and a way to accept those that wait. */
export default function Notifications() {
  return (
    <LazyPopover part={NotificationList} placeholder={(open) => <Bell isOpen={false} onClick={open} />}>
      {(startOpen) => <NotificationList startOpen={startOpen} bell={(isOpen) => <Bell isOpen={isOpen} />} />}
    </LazyPopover>
  );
}
