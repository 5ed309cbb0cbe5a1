import { makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton, tint } from '@balcao/sdk/ui';
import type { QuotedMessage } from '../../contract.ts';
import { QuotedText } from '../message/Quoted.tsx';

const useStyles = makeStyles({
  chip: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    margin: '8px 8px 0',
    padding: '4px 4px 4px 9px',
    borderLeft: `3px solid ${tokens.colorCompoundBrandStroke}`,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tint(5),
  },
  text: { flexGrow: 1, minWidth: 0 },
});

export interface ReplyChipProps {
  quoted: QuotedMessage;
  contactName: string;
  onRemove(): void;
}

/** The message being answered. */
export function ReplyChip({ quoted, contactName, onRemove }: ReplyChipProps) {
  const styles = useStyles();
  const t = useT();
  return (
    <div className={styles.chip} role="group" aria-label={t('composer.replying')}>
      <div className={styles.text}>
        <QuotedText quoted={quoted} contactName={contactName} />
      </div>
      <IconButton size="small" icon={<Dismiss16Regular />} label={t('composer.noReply')} onClick={onRemove} />
    </div>
  );
}
