import type { Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { params } from '../input.ts';
import { publishChange } from './changed.ts';
import { endMonitoring, restoreMonitoring } from './ended.ts';
import { monitoringOutput, requireMonitoring } from './monitoring-view.ts';

export const endRoutes = (host: Pick<Host<typeof manifest>, 'route'>): void => {
  host.route('DELETE', '/legalProcessMonitoring/:id', {
    access: 'signed-in',
    summary: 'Ends the monitoring of a case for a contact; for an hour it can be restored.',
    audit: 'legal-process.ended',
    input: { params },
    handle: ({ params: { id } }, scope) =>
      scope.tx(async (inner) => {
        const { cnj, contact } = await requireMonitoring(inner, id);
        await inner.audit({ action: 'legal-process.ended', subject: `${contact.name}, ${cnj}` });
        await endMonitoring(inner, id);
        publishChange(inner, [id]);
      }),
  });
  host.route('POST', '/legalProcessMonitoring/:id/restore', {
    access: 'signed-in',
    summary:
      'Restores an ended monitoring with its lawyer, its connection and the notices that waited. Linked anew meanwhile: answers that link.',
    audit: 'legal-process.restored',
    input: { params },
    output: monitoringOutput,
    handle: ({ params: { id } }, scope) =>
      scope.tx(async (inner) => {
        const restored = (await restoreMonitoring(inner, id)) ?? id;
        const view = await requireMonitoring(inner, restored);
        await inner.audit({ action: 'legal-process.restored', subject: `${view.contact.name}, ${view.cnj}` });
        publishChange(inner, [restored]);
        return view;
      }),
  });
};
