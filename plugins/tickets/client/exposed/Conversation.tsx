import { Button, makeStyles } from '@fluentui/react-components';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useT, useToasts, useViewport } from '@balcao/sdk/client';
import { EmptyState, ext } from '@balcao/sdk/ui';
import type { ConversationViewProps } from '../../contract.ts';
import { HighlightContext } from '@balcao/sdk/chat';
import { fitsBeside } from '../pages/useScreenLayout.ts';
import { ConversationView } from '../view/ConversationView.tsx';
import { useOwnScope } from './useOwnScope.ts';

const useStyles = makeStyles({
  box: { width: '100%', height: '100%', minWidth: 0, minHeight: 0, overflow: 'hidden', outline: 'none' },
  refused: { display: 'grid', placeItems: 'center', height: '100%', overflowY: 'auto', backgroundColor: ext.canvas },
});

/** How wide an element is; undefined until it stands. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { box, width };
}

/** Which conversation is shown: the one that was asked for, or another that was gone to from inside. */
function useShown(uuid: string, target: number | undefined) {
  const [asked, setAsked] = useState({ uuid, target, shown: uuid, jump: target });
  const isAnew = asked.uuid !== uuid || asked.target !== target;
  const now = isAnew ? { uuid, target, shown: uuid, jump: target } : asked;
  if (isAnew) setAsked(now);
  const show = useCallback((shown: string) => setAsked((known) => ({ ...known, shown, jump: undefined })), []);
  const takeJump = useCallback(() => setAsked((known) => ({ ...known, jump: undefined })), []);
  return { shown: now.shown, jump: now.jump, show, takeJump };
}

/** A whole conversation, on the page of whichever plugin renders it. */
export default function Conversation(props: ConversationViewProps) {
  const { uuid, onClose, onBack, onOpen, onDeleted, panel = false, shortcuts = false, target } = props;
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { touch } = useViewport();
  const { box, width } = useWidth();
  useEffect(() => {
    // A dialog that opens before there is anything in it takes the focus itself, and stays hidden from who hears the
    // screen; it does so once this effect is over.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement?.contains(box.current)) box.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [box]);
  const [isBeside, setBeside] = useState(panel);
  const { shown, jump, show, takeJump } = useShown(uuid, target);
  const isElsewhere = shown !== uuid;
  const back = isElsewhere ? () => show(uuid) : onBack;
  const leave = isElsewhere ? () => show(uuid) : onClose;
  const scope = useOwnScope({ uuid: shown, open: onOpen ?? show, leave }, shortcuts);
  const close = (
    <Button appearance="primary" onClick={leave}>
      {t('shortcut.close')}
    </Button>
  );
  return (
    <HighlightContext value="">
      <div ref={box} className={styles.box} tabIndex={-1}>
        {width !== undefined && (
          <ConversationView
            uuid={shown}
            scope={scope}
            contactFits={!touch && fitsBeside(width)}
            isContactBeside={isBeside}
            onContactBeside={setBeside}
            jump={jump}
            onJump={takeJump}
            onClose={onClose}
            {...(back && { onBack: back })}
            onDeleted={() => {
              if (!isElsewhere && onDeleted) return onDeleted();
              toasts.info(t('action.deleted'));
              leave();
            }}
            refused={(refusal) => (
              <div className={styles.refused}>
                <EmptyState title={refusal} action={close} />
              </div>
            )}
          />
        )}
      </div>
    </HighlightContext>
  );
}
