import { Contributed, useT } from '@balcao/sdk/client';
import type { PluginEntry } from '../contact/PluginLogEntry.tsx';
import { logIcons } from './log-icons.ts';

/** The name of a type in the filter: of a plugin its label, else the plugin's own title. */
export function TypeName({ type, item }: { type: string; item: PluginEntry | undefined }) {
  const t = useT();
  if (!item) return <>{type in logIcons ? t(`log.type.${type}`) : type}</>;
  return (
    <Contributed item={item} inline>
      <PluginType label={item.label ?? 'manifest.title'} />
    </Contributed>
  );
}

/** Translated with the texts of the plugin around it. */
function PluginType({ label }: { label: string }) {
  const t = useT();
  return <>{t(label)}</>;
}
