import type { Scope } from '@balcao/sdk/server';
import { legalRoom } from '../../contract.ts';

/** Tells open pages that monitorings changed; they fetch them again. */
export const publishChange = (scope: Scope, ids: readonly number[]): void => {
  if (ids.length > 0) scope.rooms.emit(legalRoom, {}, 'changed', { ids: ids.slice(0, 200) });
};
