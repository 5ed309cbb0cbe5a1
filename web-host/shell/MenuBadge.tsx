import { makeStyles } from '@fluentui/react-components';
import { Contributed } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { MenuEntry } from './menu.ts';

const useStyles = makeStyles({
  end: { marginLeft: 'auto', display: 'flex', flexShrink: 0 },
  // The rail has room for a dot, not for a number: whatever the badge draws becomes a dot, including its own styles.
  dot: {
    position: 'absolute',
    top: '4px',
    right: '4px',
    display: 'flex',
    '& > *': {
      width: '8px !important',
      minWidth: '8px !important',
      height: '8px !important',
      padding: '0 !important',
      borderRadius: '50% !important',
      fontSize: '0 !important',
      overflow: 'hidden',
    },
    '& [data-quiet]': { backgroundColor: `${ext.unread} !important` },
  },
});

/** The badge of a menu entry's plugin: whole in the drawer, a dot on the rail. */
export function MenuBadge({ entry, asDot, swaps }: { entry: MenuEntry; asDot?: boolean; swaps?: boolean }) {
  const styles = useStyles();
  const Badge = entry.item?.badge;
  if (!entry.item || !Badge) return null;
  return (
    <span className={asDot ? styles.dot : styles.end} data-badge={swaps ? 'swap' : 'still'}>
      <Contributed item={entry.item} inline {...(asDot && { failed: () => null })}>
        <Badge />
      </Contributed>
    </span>
  );
}
