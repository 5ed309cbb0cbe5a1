import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api, mediaUrl } from '@balcao/sdk/client';
import { tint } from '@balcao/sdk/ui';
import type { MessageView } from '../../../contract.ts';
import { firstLink } from '@balcao/sdk/chat';

/** Metadata of a linked page, requested by the server, so that the site learns nothing about the reader. */
interface Preview {
  url: string;
  title: string;
  description?: string | null;
  site?: string | null;
  /** Path of the stored picture. */
  image?: string | null;
}

const useStyles = makeStyles({
  card: {
    display: 'flex',
    width: '344px',
    maxWidth: 'calc(100% - 6px)',
    margin: '3px 3px 0',
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
    backgroundColor: tint(6),
    color: 'inherit',
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tint(9) },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  image: { width: '84px', minHeight: '84px', objectFit: 'cover', flexShrink: 0, backgroundColor: tint(8) },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, padding: '8px 10px', gap: '1px' },
  title: {
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase200,
    overflow: 'hidden',
    display: '-webkit-box',
    WebkitLineClamp: '2',
    WebkitBoxOrient: 'vertical',
    overflowWrap: 'anywhere',
  },
  small: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    display: '-webkit-box',
    WebkitLineClamp: '2',
    WebkitBoxOrient: 'vertical',
    overflowWrap: 'anywhere',
  },
  site: { color: tokens.colorNeutralForeground3, WebkitLineClamp: '1' },
});

const day = 24 * 60 * 60_000;

/** A preview of the first address in a text, requested once the message is visible. */
export function LinkPreview({ message }: { message: MessageView }) {
  const link = useMemo(() => (message.id > 0 ? firstLink(message.body) : undefined), [message.body, message.id]);
  return link ? <Card message={message} link={link} /> : null;
}

function Card({ message, link }: { message: MessageView; link: string }) {
  const styles = useStyles();
  const here = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = here.current;
    if (!element || isSeen) return;
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true));
    watch.observe(element);
    return () => watch.disconnect();
  }, [isSeen]);
  const { data } = useQuery({
    queryKey: ['tickets-preview', message.id, link],
    queryFn: async ({ signal }) =>
      (await api.get<Partial<Preview> | undefined>(`/messages/${message.id}/preview`, {}, { signal })) ?? null,
    enabled: isSeen,
    staleTime: day,
    retry: false,
  });
  if (!data?.title) return <span ref={here} />;
  const host = data.site || hostOf(data.url ?? link);
  return (
    <a className={styles.card} href={data.url ?? link} target="_blank" rel="noopener noreferrer nofollow">
      {data.image && (
        <img className={styles.image} src={mediaUrl(data.image)} alt="" loading="lazy" draggable={false} />
      )}
      <span className={styles.words}>
        <span className={styles.title}>{data.title}</span>
        {data.description && <span className={styles.small}>{data.description}</span>}
        <span className={mergeClasses(styles.small, styles.site)}>{host}</span>
      </span>
    </a>
  );
}

const hostOf = (address: string): string => {
  try {
    return new URL(address).hostname.replace(/^www\./u, '');
  } catch {
    return '';
  }
};
