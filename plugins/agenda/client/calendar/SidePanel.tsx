import type { ComponentType } from 'react';
import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { Calendar20Regular, Chat20Regular } from '@fluentui/react-icons';
import { Contributed, usePoint, useT } from '@balcao/sdk/client';
import { Avatar, hueOf } from '@balcao/sdk/ui';
import { agendaSource } from '../../contract.ts';
import { boxOf } from './box-of.ts';
import { FeedCard } from './FeedCard.tsx';
import { MiniMonth } from './MiniMonth.tsx';
import { SourceRow } from './SourceRow.tsx';
import { useSources, type Colleague } from './useAgenda.ts';

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: '4px', minHeight: '100%' },
  side: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    flexShrink: 0,
    width: '240px',
    boxSizing: 'border-box',
    padding: '16px 8px 16px 12px',
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowY: 'auto',
  },
  head: {
    margin: '12px 8px 4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: 400,
  },
  row: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', whiteSpace: 'nowrap' },
  list: { listStyle: 'none', margin: 0, padding: 0 },
  icon: { color: tokens.colorNeutralForeground3 },
  end: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px', marginTop: 'auto', paddingTop: '16px' },
});

export interface SidePanelProps {
  day: string;
  today: string;
  onDay(day: string): void;
  showsEntries: boolean;
  onEntries(shown: boolean): void;
  showsMessages: boolean;
  onMessages(shown: boolean): void;
  /** Empty without the permission. */
  colleagues: readonly Colleague[];
  shown: readonly number[];
  onShown(ids: number[]): void;
  /** Calendars outside whose entries are not shown. */
  hidden: readonly string[];
  onHidden(sources: string[]): void;
  /** In a sheet of its own, where it needs no place beside the calendar. */
  isBare?: boolean;
}

/** The colour of a colleague's entries. */
export const colorOfPerson = (name: string): string => `oklch(0.58 0.12 ${hueOf(name)})`;

/** The calendars that are shown: one's own entries and messages, and the calendars of others. */
export function SidePanel(props: SidePanelProps) {
  const { day, today, onDay, showsEntries, onEntries, showsMessages, onMessages, colleagues, shown, onShown } = props;
  const { hidden, onHidden, isBare = false } = props;
  const sources = usePoint(agendaSource);
  const present = useSources(sources.length > 0);
  const t = useT();
  const styles = useStyles();
  return (
    <aside className={isBare ? styles.all : styles.side} aria-label={t('side.label')}>
      <MiniMonth day={day} today={today} onDay={onDay} />
      <h2 className={styles.head}>{t('side.mine')}</h2>
      <div className={styles.row} style={boxOf('#7D883F')}>
        <Checkbox
          label={t('side.entries')}
          checked={showsEntries}
          onChange={(_, { checked }) => onEntries(checked === true)}
        />
        <Calendar20Regular className={styles.icon} aria-hidden />
      </div>
      <div className={styles.row}>
        <Checkbox
          label={t('side.messages')}
          checked={showsMessages}
          onChange={(_, { checked }) => onMessages(checked === true)}
        />
        <Chat20Regular className={styles.icon} aria-hidden />
      </div>
      {sources
        .filter(({ source }) => present.includes(source))
        .map((item) => (
          <SourceRow
            key={`${item.plugin}/${item.id}`}
            item={item}
            isShown={!hidden.includes(item.source)}
            onShown={(isShown) =>
              onHidden(isShown ? hidden.filter((one) => one !== item.source) : [...hidden, item.source])
            }
          />
        ))}
      {colleagues.length > 0 && (
        <>
          <h2 className={styles.head}>{t('side.others')}</h2>
          <ul className={styles.list}>
            {colleagues.map(({ id, name }) => (
              <li key={id} className={styles.row} style={boxOf(colorOfPerson(name))}>
                <Checkbox
                  label={name}
                  checked={shown.includes(id)}
                  onChange={(_, { checked }) =>
                    onShown(checked === true ? [...shown, id] : shown.filter((one) => one !== id))
                  }
                />
                <Avatar name={name} size={20} />
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles.end}>
        {sources.map((item) => {
          const Card = item.component as ComponentType;
          return (
            <Contributed key={`${item.plugin}/${item.id}`} item={item}>
              <Card />
            </Contributed>
          );
        })}
        <FeedCard />
      </div>
    </aside>
  );
}
