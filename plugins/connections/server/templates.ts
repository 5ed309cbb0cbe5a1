import { notFound, type Scope } from '@balcao/sdk/server';
import { channelTemplate, type ChannelTemplates, type Connection, type Connections } from '../contract.ts';

/** Refuses templates with missing functions. */
export const checkTemplates = (templates: ChannelTemplates): void => {
  if (!templates.id) throw new Error('channel templates need the id of their channel');
  for (const name of ['list', 'preview', 'prepare'] as const) {
    if (typeof templates[name] !== 'function')
      throw new Error(`channel templates of ${templates.id} have no ${name}()`);
  }
};

interface Found {
  templates: ChannelTemplates;
  connection: Connection;
  /** The scope of the channel’s own plugin. */
  own: Scope;
}

/** Returns the templates of a connection’s channel; undefined if it has none, or is disabled. */
const find = async (scope: Scope, service: Pick<Connections, 'find'>, id: number): Promise<Found | undefined> => {
  const connection = await service.find(id);
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  const found = scope.contributions(channelTemplate).find(({ item }) => item.id === connection.channel);
  return found && { templates: found.item, connection, own: found.scope };
};

/** The templates part of the connections service. */
export const templatesOf = (
  scope: Scope,
  service: Pick<Connections, 'find'>,
): Pick<Connections, 'templates' | 'previewTemplate' | 'prepareTemplate'> => {
  const offered = async (id: number): Promise<Found> => {
    const found = await find(scope, service, id);
    if (!found) throw notFound('ERR_NO_TEMPLATE_FOUND');
    return found;
  };
  return {
    async templates(id) {
      const found = await find(scope, service, id);
      return found ? found.templates.list(found.connection, found.own) : [];
    },
    async previewTemplate(id, template) {
      const { templates, connection, own } = await offered(id);
      return templates.preview(template, connection, own);
    },
    async prepareTemplate(id, template, file) {
      const { templates, connection, own } = await offered(id);
      return templates.prepare(template, file, connection, own);
    },
  };
};
