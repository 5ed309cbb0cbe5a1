import { useLayoutEffect, useRef, useState } from 'react';
import { useViewport } from '@balcao/sdk/client';

const listShare = 0.25;
const minListWidth = 320;
const listMost = 400;
export const contactWidth = 320;
/** Minimum width of a conversation beside something else. */
const minConversationWidth = 480;

/** True when the contact panel has room beside a conversation of this width. */
export const fitsBeside = (width: number): boolean => width - contactWidth >= minConversationWidth;

export interface ScreenLayout {
  listWidth: number;
  /** The conversation has no room beside the list: one of them is shown at a time. */
  isSingle: boolean;
  /** The contact panel has room beside the conversation. */
  contactFits: boolean;
}

/** The layout of the columns by the width of the page, which is less beside a wide menu. */
export function useScreenLayout() {
  const box = useRef<HTMLDivElement>(null);
  const { touch, width: viewportWidth } = useViewport();
  const [width, setWidth] = useState(viewportWidth);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const listWidth = Math.round(Math.min(listMost, Math.max(minListWidth, width * listShare)));
  const layout: ScreenLayout = {
    listWidth,
    isSingle: touch || width - listWidth < minConversationWidth,
    contactFits: fitsBeside(width - listWidth),
  };
  return { box, layout };
}
