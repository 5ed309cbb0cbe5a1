import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { mediaUrl, useFormat, useT } from '@balcao/sdk/client';
import { Avatar, FormDialog } from '@balcao/sdk/ui';
import { nobody, rowsPerRequest } from '../../panel.ts';
import type { Receiver } from '../data/useHandOver.ts';
import { usePanelVersion } from '../data/usePanel.ts';
import type { Entry } from '../model/entry.ts';
import { previewOf } from '../model/preview.ts';
import { usePanelTools } from '../page/panel-context.ts';
import { ChoiceList } from './ChoiceList.tsx';

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const;
const useStyles = makeStyles({
  lines: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column' },
  name: cut,
  words: { ...cut, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  wait: { flexShrink: 0, color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
});

/** Asks which of the conversations without attendant a person gets: the longest wait is first. */
export default function PassDialog({ to, onClose }: { to: Receiver; onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const { store, loader, actions } = usePanelTools();
  usePanelVersion(store);
  const [chosenId, setChosen] = useState<number>();
  const waiting = store.entries(nobody);
  const missing = waiting
    .slice(0, rowsPerRequest)
    .flatMap(({ id, row }) => (row ? [] : [id]))
    .join(',');
  useEffect(() => {
    if (missing) loader.want(missing.split(',').map(Number));
  }, [loader, missing]);
  const shown = waiting.filter((entry): entry is Entry & { row: NonNullable<Entry['row']> } => entry.row !== undefined);
  const chosen = shown.find(({ id }) => id === chosenId);
  return (
    <FormDialog
      open
      title={t('card.pass')}
      subtitle={t('pass.to', { name: to.name })}
      submitLabel={t('row.handOver')}
      width={520}
      disabled={!chosen}
      onSubmit={() => {
        onClose();
        // The next dialog asks for the department when the conversation has none.
        if (chosen) actions.drop(chosen.row, to);
      }}
      onClose={onClose}
    >
      <ChoiceList
        label={t('pass.which')}
        placeholder={t('pass.search')}
        none={t('card.nobodyWaits')}
        items={shown}
        textOf={({ row }) => `${row.contact.name} ${row.queue?.name ?? ''}`}
        render={({ row, waitingAt }) => {
          const { text, kind } = previewOf(row);
          return (
            <>
              <Avatar
                name={row.contact.name}
                picture={row.contact.profilePicUrl && mediaUrl(row.contact.profilePicUrl)}
                size={28}
                channel={row.channel}
                decorative
              />
              <span className={styles.lines}>
                <span className={styles.name}>{row.contact.name}</span>
                <span className={styles.words}>
                  {[row.queue?.name ?? t('row.noQueue'), text ?? t(`kind.${kind ?? 'none'}`)].join(' · ')}
                </span>
              </span>
              {waitingAt > 0 && <span className={styles.wait}>{format.elapsed(waitingAt)}</span>}
            </>
          );
        }}
        chosenId={chosenId}
        onChoose={setChosen}
      />
    </FormDialog>
  );
}
