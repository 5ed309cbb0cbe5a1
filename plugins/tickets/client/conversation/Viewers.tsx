import { makeStyles, tokens } from '@fluentui/react-components';
import { Eye12Filled } from '@fluentui/react-icons';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { Avatar, VisuallyHidden, LazyTooltip } from '@balcao/sdk/ui';
import { firstName } from '../model/names.ts';
import type { Viewer } from './useTicketRoom.ts';

const shown = 3;

const useStyles = makeStyles({
  viewers: { display: 'flex', alignItems: 'center', gap: '8px', flexShrink: 0, minWidth: 0 },
  faces: { display: 'flex', '& > * + *': { marginLeft: '-6px' } },
  face: { position: 'relative', display: 'inline-flex' },
  eye: {
    position: 'absolute',
    right: '-4px',
    bottom: '-3px',
    display: 'flex',
    borderRadius: '50%',
    padding: '1px',
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
  },
  text: {
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
    '@container (max-width: 760px)': { display: 'none' },
  },
});

/** Colleagues who have the same conversation open. */
export function Viewers({ viewers }: { viewers: readonly Viewer[] }) {
  const styles = useStyles();
  const t = useT();
  const names = new Intl.ListFormat(document.documentElement.lang || 'pt-BR').format(viewers.map((each) => each.name));
  const first = firstName(viewers[0]?.name ?? '');
  const all = t('viewers.names', { names, count: viewers.length });
  const text = viewers.length === 1 ? t('viewers.one', { name: first }) : t('viewers.many', { count: viewers.length });
  return (
    <LazyTooltip relationship="inaccessible" content={all}>
      <div className={styles.viewers} role="status">
        <span className={styles.faces}>
          {viewers.slice(0, shown).map((viewer) => (
            <span key={viewer.id} className={styles.face}>
              <Avatar name={viewer.name} picture={viewer.profilePicUrl && mediaUrl(viewer.profilePicUrl)} size={24} />
              <span className={styles.eye} aria-hidden="true">
                <Eye12Filled />
              </span>
            </span>
          ))}
        </span>
        <span className={styles.text}>{text}</span>
        {viewers.length > shown && <VisuallyHidden>{all}</VisuallyHidden>}
      </div>
    </LazyTooltip>
  );
}
