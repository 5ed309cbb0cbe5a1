import { notFound, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';

/** Returns whether the company has the module. The sources are set up for all, also from companies without it. */
export const isModuleOn = (scope: Scope): boolean => scope.settings.get('legalProcess') === 'enabled';

type Route = Host<typeof manifest>['route'];

/** Returns the host for routes of the module: in a company without it they answer like those of a plugin that is off. */
export const ofModule = (host: Host<typeof manifest>): Pick<Host<typeof manifest>, 'route'> => ({
  route: ((method, path, definition) => {
    const { handle } = definition as unknown as { handle(request: unknown, scope: Scope): unknown };
    const guarded = {
      ...definition,
      handle: (request: unknown, scope: Scope) => {
        if (!isModuleOn(scope)) throw notFound('ERR_PLUGIN_DISABLED');
        return handle(request, scope);
      },
    };
    host.route(method, path, guarded as unknown as typeof definition);
  }) as Route,
});
