import { useState, type KeyboardEvent } from 'react';
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowClockwise20Regular,
  ChevronDown16Regular,
  Sparkle16Filled,
  Sparkle20Regular,
} from '@fluentui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { api, useErrorText, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { IconButton, Kbd, Spinner, ext } from '@balcao/sdk/ui';
import type { ComposerPartProps } from '@balcao/tickets/contract';
import { NotReady } from './NotReady.tsx';
import { SuggestedParts } from './SuggestedParts.tsx';
import type { Suggested } from './suggested.ts';
import { usePurpose } from './usePurpose.ts';

const ways = ['friendly', 'formal', 'grammar', 'shorten', 'pt', 'en', 'es'] as const;

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    width: 'min(560px, calc(100vw - 32px))',
    maxHeight: '60vh',
    overflowY: 'auto',
  },
  head: { display: 'flex', alignItems: 'center', gap: '8px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  brand: { color: tokens.colorCompoundBrandForeground1 },
  quiet: {
    flexGrow: 1,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 599px)': { visibility: 'hidden' },
  },
  reply: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    gap: '2px 8px',
    width: '100%',
    padding: '8px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'left',
    whiteSpace: 'pre-line',
    cursor: 'pointer',
    ':hover': { backgroundColor: ext.selected },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  number: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground2 },
  sources: { gridColumn: 2, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Suggested replies and rewriting of the draft, beside the composer. Nothing is sent by itself. */
export default function Copilot({ ticket, isNote, text, insert, clear }: ComposerPartProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const { touch } = useViewport();
  const [isOpen, setOpen] = useState(false);
  const { isReady, reason, canConfigure } = usePurpose('suggest');
  const suggested = useMutation({
    mutationFn: () => api.post<Suggested>('/assistant/suggestions', { ticketId: ticket.id }),
    onError: (error) => toasts.error(textOf(error)),
  });
  const rewritten = useMutation({
    mutationFn: async (way: (typeof ways)[number]) => {
      const draft = text();
      if (draft.trim() === '') return;
      const answer = await api.post<{ text: string }>('/assistant/rewrite', { text: draft, way, ticketId: ticket.id });
      // The person went on writing meanwhile: their words stay.
      if (text() !== draft) return;
      clear();
      insert(answer.text, { suggestion: { by: 'copilot', reference: '' } });
      setOpen(false);
    },
    onError: (error) => toasts.error(textOf(error)),
  });
  if (isNote) return null;
  const open = (wanted: boolean): void => {
    setOpen(wanted);
    if (wanted && isReady && !suggested.isPending) suggested.mutate();
  };
  const take = (index: number, reply: string): void => {
    const id = suggested.data?.id;
    insert(reply, { suggestion: { by: 'copilot', reference: String(id) } });
    setOpen(false);
    void api.post(`/assistant/suggestions/${id}/used`, { index }).catch(() => undefined);
  };
  const { data } = suggested;
  /** Alt with the number of a reply inserts it, wherever the focus is in the panel. */
  const choose = (event: KeyboardEvent): void => {
    const index = Number(/^Digit([1-3])$/.exec(event.code)?.[1] ?? 0) - 1;
    const reply = event.altKey ? data?.replies[index] : undefined;
    if (!reply) return;
    event.preventDefault();
    take(index, reply.text);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, { open: wanted }) => open(wanted)}
      positioning="above-start"
      trapFocus
      inertTrapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          icon={<Sparkle20Regular />}
          aria-label={t('copilot.open')}
          title={t('copilot.open')}
        />
      </PopoverTrigger>
      <PopoverSurface aria-label={t('copilot.title')} onKeyDown={choose}>
        <div className={styles.panel}>
          <div className={styles.head}>
            <Sparkle16Filled className={styles.brand} aria-hidden />
            <h2 className={styles.title}>{t('copilot.title')}</h2>
            <span className={styles.quiet}>{t('copilot.onlyYou')}</span>
            {!touch && data && data.replies.length > 0 && <Kbd keys="alt+1" />}
            <Menu positioning="above-end">
              <MenuTrigger disableButtonEnhancement>
                <Button size="small" disabled={!isReady || rewritten.isPending}>
                  {t('copilot.rewrite')} <ChevronDown16Regular aria-hidden />
                </Button>
              </MenuTrigger>
              <MenuPopover>
                <MenuList>
                  {ways.map((way) => (
                    <MenuItem key={way} onClick={() => rewritten.mutate(way)}>
                      {t(`rewrite.${way}`)}
                    </MenuItem>
                  ))}
                </MenuList>
              </MenuPopover>
            </Menu>
            <IconButton
              icon={<ArrowClockwise20Regular />}
              label={t('copilot.again')}
              disabled={!isReady || suggested.isPending}
              onClick={() => suggested.mutate()}
            />
          </div>
          {isReady === false && <NotReady reason={reason} canConfigure={canConfigure} />}
          {(suggested.isPending || rewritten.isPending) && <Spinner size="tiny" label={t('copilot.writing')} />}
          {data?.replies.map((reply, index) => (
            <button key={reply.text} type="button" className={styles.reply} onClick={() => take(index, reply.text)}>
              <span className={styles.number}>{index + 1}</span>
              <span>{reply.text}</span>
              {reply.sources.length > 0 && (
                <span className={styles.sources}>
                  {t('copilot.sources', {
                    names: reply.sources.map((number) => data.passages[number - 1]?.source ?? '').join(', '),
                  })}
                </span>
              )}
            </button>
          ))}
          {data && <SuggestedParts key={data.id} ticket={ticket} suggested={data} />}
        </div>
      </PopoverSurface>
    </Popover>
  );
}
