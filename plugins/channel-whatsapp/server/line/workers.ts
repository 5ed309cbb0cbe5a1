import { Worker } from 'node:worker_threads';
import { channelError } from '@balcao/connections/contract';
import type { ToServer, ToWorker } from './language.ts';
import { Wire } from './wire.ts';

/** Connections per worker: one that runs out of memory takes down only these. */
const linesEach = 25;
const megabytesEach = 768;

/** One connection in a worker. */
export interface WorkerLine {
  ask<T>(question: ToWorker): Promise<T>;
  /** Resolves when the worker ended with the connection in it. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

type Answer = (question: ToServer) => Promise<unknown>;

interface Thread {
  worker: Worker;
  wire: Wire;
  lines: Map<string, Answer>;
  lost: Promise<Error>;
}

const startThread = (): Thread => {
  const lines = new Map<string, Answer>();
  const worker = new Worker(new URL('../worker/worker.ts', import.meta.url), {
    execArgv: [],
    // The worker needs no secrets of the server, and cannot leak what it does not have.
    env: { NODE_ENV: process.env['NODE_ENV'] ?? '' },
    resourceLimits: { maxOldGenerationSizeMb: megabytesEach },
  });
  const wire = new Wire(worker, async (line, question) => {
    const answer = lines.get(line);
    if (!answer) throw new Error('the connection is closed');
    return answer(question as ToServer);
  });
  const lost = new Promise<Error>((resolve) => {
    worker.once('error', (error) => resolve(error));
    worker.once('exit', (code) => resolve(new Error(`the worker of the connection ended with ${code}`)));
  });
  void lost.then((error) => wire.cut(channelError('disconnected', 'no-link', error)));
  return { worker, wire, lines, lost };
};

/** Worker threads that run connections, so that their work blocks neither the server nor each other. */
export class Workers {
  readonly #threads = new Set<Thread>();
  #next = 1;

  open(answer: Answer): WorkerLine {
    const thread = this.#roomy() ?? this.#start();
    const name = String(this.#next);
    this.#next += 1;
    thread.lines.set(name, answer);
    return {
      ask: <T>(question: ToWorker) => thread.wire.ask<T>(name, question),
      lost: thread.lost,
      close: async () => {
        if (!thread.lines.has(name)) return;
        await Promise.race([
          thread.wire.ask(name, { do: 'stop' } satisfies ToWorker).catch(() => undefined),
          thread.lost,
        ]);
        thread.lines.delete(name);
        if (thread.lines.size > 0) return;
        this.#threads.delete(thread);
        await thread.worker.terminate();
      },
    };
  }

  #roomy(): Thread | undefined {
    return [...this.#threads].find(({ lines }) => lines.size < linesEach);
  }

  #start(): Thread {
    const thread = startThread();
    this.#threads.add(thread);
    void thread.lost.then(() => this.#threads.delete(thread));
    return thread;
  }
}
