import type { ComponentType } from 'react';
import { Checkbox, makeStyles } from '@fluentui/react-components';
import { Contributed, usePoint, useT } from '@balcao/sdk/client';
import { agendaSource, type AgendaSource } from '../../contract.ts';
import { boxOf } from './box-of.ts';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', whiteSpace: 'nowrap' },
  mark: { display: 'inline-flex', flexShrink: 0 },
  name: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
});

/** The sign of the calendar outside from which an entry came; nothing while its plugin is off. */
export function SourceMark({ source, size, className }: { source: string | null; size: number; className?: string }) {
  const styles = useStyles();
  const item = usePoint(agendaSource).find((one) => one.source === source);
  if (!item) return null;
  const Mark = item.mark as ComponentType<{ size: number }>;
  return (
    <span className={className ?? styles.mark}>
      <Contributed item={item} inline>
        <Mark size={size} />
      </Contributed>
    </span>
  );
}

export interface SourceRowProps {
  item: AgendaSource & { readonly plugin: string };
  isShown: boolean;
  onShown(isShown: boolean): void;
}

/** The name of a calendar outside, with its sign. */
export function SourceName({ item }: { item: SourceRowProps['item'] }) {
  const t = useT(item.plugin);
  const styles = useStyles();
  return (
    <span className={styles.name}>
      {t(item.label)}
      <SourceMark source={item.source} size={16} />
    </span>
  );
}

/** Shows or hides the entries of a calendar outside. */
export function SourceRow({ item, isShown, onShown }: SourceRowProps) {
  const t = useT(item.plugin);
  const styles = useStyles();
  return (
    <div className={styles.row} style={boxOf('#3B7DD8')}>
      <Checkbox label={t(item.label)} checked={isShown} onChange={(_, { checked }) => onShown(checked === true)} />
      <SourceMark source={item.source} size={16} />
    </div>
  );
}
