import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden, Tag, LazyTooltip } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import { useNewest, tagsOfRow } from '../live/tag-updates.ts';

/** Tags shown per row; further ones are counted. */
const shownTags = 2;

const useStyles = makeStyles({
  // Equal tracks: a long name is shortened before a short one loses a letter.
  tags: {
    display: 'inline-grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, max-content)',
    alignItems: 'center',
    gap: '10px',
    minWidth: 0,
  },
  more: { whiteSpace: 'nowrap', color: tokens.colorNeutralForeground3 },
  all: { display: 'flex', flexDirection: 'column', gap: '2px', maxWidth: '240px' },
});

/** The tags of a row: two, then the number of others, all of them in the tooltip. */
export default function TagBadges({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const tags = useNewest(tagsOfRow(ticket));
  if (tags.length === 0) return null;
  const rest = tags.slice(shownTags);
  return (
    <span className={styles.tags}>
      {tags.slice(0, shownTags).map(({ id, name, color }) => (
        <Tag key={id} name={name} color={color} />
      ))}
      {rest.length > 0 && (
        <LazyTooltip
          relationship="inaccessible"
          positioning="below-start"
          content={
            <span className={styles.all}>
              {tags.map(({ id, name, color }) => (
                <Tag key={id} name={name} color={color} />
              ))}
            </span>
          }
        >
          <span className={styles.more} data-more-tags>
            {t('badge.more', { count: rest.length })}
            <VisuallyHidden>: {rest.map(({ name }) => name).join(', ')}</VisuallyHidden>
          </span>
        </LazyTooltip>
      )}
    </span>
  );
}
