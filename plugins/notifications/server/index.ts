import { definePlugin } from '@balcao/sdk/server';
import { notificationKind, notifications } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations } from '../migrations/index.ts';
import { routines } from '../migrations/routines/index.ts';
import { notificationsService } from './notify/notify.ts';
import { personRoom } from './notify/person-room.ts';
import { tidy } from './notify/tidy.ts';
import { preferenceRoutes } from './preferences/preference-routes.ts';
import { deviceRoutes } from './push/device-routes.ts';
import { pushing } from './push/push-job.ts';
import { forgetSignedOut } from './push/signed-out.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    host.open(notificationKind);
    host.provide(notifications, notificationsService);
    personRoom(host);
    preferenceRoutes(host);
    deviceRoutes(host);
    pushing(host);
    forgetSignedOut(host);
    tidy(host);
  },
});
