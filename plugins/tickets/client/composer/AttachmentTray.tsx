import { makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss12Regular, Document20Regular, MusicNote220Regular, Video20Regular } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { sizeText } from '../model/attachments.ts';
import type { Attachment } from './useAttachments.ts';

const useStyles = makeStyles({
  tray: {
    display: 'flex',
    gap: '8px',
    margin: 0,
    padding: '8px 10px 2px',
    overflowX: 'auto',
    listStyleType: 'none',
  },
  card: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '56px',
    maxWidth: '240px',
    flexShrink: 0,
    paddingRight: '32px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    overflow: 'hidden',
  },
  picture: { width: '56px', height: '56px', objectFit: 'cover', flexShrink: 0 },
  icon: { display: 'flex', marginLeft: '12px', color: tokens.colorNeutralForeground2, flexShrink: 0 },
  names: { minWidth: 0 },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightMedium,
  },
  size: {
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    color: tokens.colorNeutralForeground3,
  },
  remove: { position: 'absolute', top: '4px', right: '4px' },
});

const icons = { document: Document20Regular, audio: MusicNote220Regular, video: Video20Regular } as const;

/** What will be sent with the text: the first takes the text as its caption. */
export function AttachmentTray({
  attachments,
  onRemove,
}: {
  attachments: readonly Attachment[];
  onRemove(id: string): void;
}) {
  const styles = useStyles();
  const t = useT();
  const { number } = useFormat();
  return (
    <ul className={styles.tray} aria-label={t('attachment.list')}>
      {attachments.map(({ id, file, kind, preview }) => {
        const Icon = kind === 'image' ? undefined : icons[kind];
        return (
          <li key={id} className={styles.card}>
            {Icon ? (
              <span className={styles.icon}>
                <Icon aria-hidden="true" />
              </span>
            ) : (
              <img className={styles.picture} src={preview} alt="" />
            )}
            <div className={styles.names}>
              <div className={styles.name} title={file.name}>
                {file.name}
              </div>
              <div className={styles.size}>{sizeText(file.size, number)}</div>
            </div>
            <IconButton
              className={styles.remove}
              size="small"
              icon={<Dismiss12Regular />}
              label={t('attachment.remove', { name: file.name })}
              onClick={() => onRemove(id)}
            />
          </li>
        );
      })}
    </ul>
  );
}
