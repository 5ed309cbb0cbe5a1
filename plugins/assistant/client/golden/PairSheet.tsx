import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog, IconButton, SideSheet } from '@balcao/sdk/ui';
import { goldenKey, useToolName, type GoldenRow } from './golden-data.ts';
import { SideAnswer } from './SideAnswer.tsx';

const useStyles = makeStyles({
  sides: { display: 'flex', flexWrap: 'wrap', gap: '20px' },
  question: { margin: '0 0 16px', fontSize: tokens.fontSizeBase400, overflowWrap: 'anywhere' },
  expected: {
    display: 'grid',
    gridTemplateColumns: '128px minmax(0, 1fr)',
    gap: '4px 12px',
    margin: '0 0 20px',
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
  },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

interface PairSheetProps {
  row: GoldenRow;
  sourceName: string;
  hasOld: boolean;
  onEdit(): void;
  onClose(): void;
}

/** One question with what it expects, and both answers side by side. */
export function PairSheet({ row: { golden, pair }, sourceName, hasOld, onEdit, onClose }: PairSheetProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const toolName = useToolName();
  const [isRemoving, setRemoving] = useState(false);
  const remove = async (): Promise<void> => {
    await api.delete(`/assistant/golden/${golden.id}`);
    await queries.invalidateQueries({ queryKey: goldenKey });
    toasts.success(t('golden.deleted'));
    onClose();
  };
  const expected = [
    [t('golden.must'), golden.must.join(', ')],
    [t('golden.mustNot'), golden.mustNot.join(', ')],
    [t('golden.tool'), golden.tool === null ? '' : toolName(golden.tool)],
    [t('golden.source'), sourceName],
  ].filter(([, text]) => text !== '');
  return (
    <SideSheet
      open
      width={640}
      title={t('golden.one')}
      onClose={onClose}
      actions={
        <>
          <IconButton icon={<Edit20Regular />} label={t('golden.edit')} onClick={onEdit} />
          <IconButton icon={<Delete20Regular />} label={t('golden.delete')} onClick={() => setRemoving(true)} />
        </>
      }
      footer={<Button onClick={onClose}>{t('golden.close')}</Button>}
    >
      <p className={styles.question}>{golden.question}</p>
      <dl className={styles.expected}>
        {expected.map(([label, text]) => [<dt key={label}>{label}</dt>, <dd key={`${label} text`}>{text}</dd>])}
      </dl>
      {pair ? (
        <div className={styles.sides}>
          {hasOld && <SideAnswer title={t('golden.old')} side={pair.old} />}
          <SideAnswer title={t(hasOld ? 'golden.new' : 'golden.present')} side={pair.new} former={pair.old} />
        </div>
      ) : (
        <p className={styles.none}>{t('golden.notRun')}</p>
      )}
      <ConfirmDialog
        open={isRemoving}
        title={t('golden.deleteTitle')}
        text={t('golden.deleteText', { question: golden.question })}
        confirmLabel={t('golden.delete')}
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      />
    </SideSheet>
  );
}
