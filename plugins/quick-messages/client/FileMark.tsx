import { makeStyles, tokens } from '@fluentui/react-components';
import { Document16Regular, Image16Regular, MusicNote216Regular, Video16Regular } from '@fluentui/react-icons';

const useStyles = makeStyles({
  mark: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    maxWidth: '100%',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

const icons = { image: Image16Regular, audio: MusicNote216Regular, video: Video16Regular, other: Document16Regular };

const kindOf = (mime: string): keyof typeof icons => {
  const [family] = mime.split('/');
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'other';
};

/** A file's icon and name. */
export function FileMark({ name, mime }: { name: string; mime: string }) {
  const styles = useStyles();
  const Icon = icons[kindOf(mime)];
  return (
    <span className={styles.mark} title={name}>
      <Icon aria-hidden="true" style={{ flexShrink: 0 }} />
      <span className={styles.name}>{name}</span>
    </span>
  );
}
