import { io, type Socket } from 'socket.io-client';
import { generatedId } from './generated-plugins.ts';
import type { RunningNode } from './running-node.ts';

const times = 1_000;
const browsersEach = 10;
const plugin = generatedId(7);

interface SwitchMessage {
  event: string;
  data: { plugin?: string; on?: boolean };
}

const open = async (node: RunningNode): Promise<Socket> => {
  const socket = io(node.url, { transports: ['websocket'], reconnection: false, auth: { token: node.token } });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
};

const hears = (socket: Socket, on: boolean): Promise<number> =>
  new Promise((resolve) => {
    const listen = ({ event, data }: SwitchMessage): void => {
      if (event !== 'module' || data.plugin !== plugin || data.on !== on) return;
      socket.off('room', listen);
      resolve(performance.now());
    };
    socket.on('room', listen);
  });

/** Returns the milliseconds from the switching request until each browser received it, one switch after another. */
export const switching = async (here: RunningNode, there: RunningNode): Promise<number[]> => {
  // A later login of the same person ends the earlier session.
  here.token = there.token;
  const browsers: Socket[] = [];
  for (const node of [here, there]) for (let n = 0; n < browsersEach; n += 1) browsers.push(await open(node));
  const delays: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const on = n % 2 === 0;
    const waiting = browsers.map((socket) => hears(socket, on));
    const began = performance.now();
    const { ok, status } = await fetch(`${here.url}/api/settings/${encodeURIComponent(`plugin:${plugin}`)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${here.token}` },
      body: JSON.stringify({ value: on ? 'enabled' : 'disabled' }),
    });
    if (!ok) throw new Error(`switching answered ${status}`);
    for (const at of await Promise.all(waiting)) delays.push(at - began);
  }
  for (const socket of browsers) socket.close();
  return delays;
};
