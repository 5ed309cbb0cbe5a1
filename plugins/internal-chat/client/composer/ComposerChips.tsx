import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowReply16Regular, Attach16Regular, Dismiss16Regular, Edit16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { ChatMessageView } from '../../contract.ts';
import { mediaText, spoken } from '../data/words.ts';

const useStyles = makeStyles({
  chip: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    margin: '8px 8px 0',
    padding: '4px 4px 4px 10px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
  },
  words: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

interface ChipsProps {
  replying: ChatMessageView | null;
  editing: ChatMessageView | null;
  files: readonly File[];
  onDropReply(): void;
  onDropEdit(): void;
  onDropFile(file: File): void;
}

/** Shows that the next message will be an answer, a correction, files. */
export function ComposerChips({ replying, editing, files, onDropReply, onDropEdit, onDropFile }: ChipsProps) {
  const styles = useStyles();
  const t = useT();
  const words = (message: ChatMessageView): string =>
    spoken(message.message, message.mentions, t) || mediaText(message.mediaType, t) || t('ticket.shared');
  return (
    <>
      {replying && (
        <div className={styles.chip}>
          <ArrowReply16Regular aria-hidden="true" />
          <span className={styles.words}>{`${replying.sender.name}: ${words(replying)}`}</span>
          <IconButton size="small" icon={<Dismiss16Regular />} label={t('composer.dropReply')} onClick={onDropReply} />
        </div>
      )}
      {editing && (
        <div className={styles.chip}>
          <Edit16Regular aria-hidden="true" />
          <span className={styles.words}>{t('composer.editing')}</span>
          <IconButton size="small" icon={<Dismiss16Regular />} label={t('composer.dropEdit')} onClick={onDropEdit} />
        </div>
      )}
      {files.map((file) => (
        <div key={`${file.name}-${file.lastModified}-${file.size}`} className={styles.chip}>
          <Attach16Regular aria-hidden="true" />
          <span className={styles.words}>{file.name}</span>
          <IconButton
            size="small"
            icon={<Dismiss16Regular />}
            label={t('composer.dropFile', { name: file.name })}
            onClick={() => onDropFile(file)}
          />
        </div>
      ))}
    </>
  );
}
