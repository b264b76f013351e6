// Runs in each page that the benchmark opens, before the page's own scripts. Times are in milliseconds since navigation.
// The figures of each frame and task stay in the page until they are asked for.
(() => {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const taskEnds = [];
  const taskTimes = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      taskEnds.push(startTime + duration);
      taskTimes.push(duration);
    }
  }).observe({ type: 'longtask', buffered: true });

  /** When an element that fits the selector was first in the document, and when it was painted. */
  const appearance = (selector) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(look);
      let found = false;
      function look() {
        if (found || document.querySelector(selector) === null) return;
        found = true;
        observer.disconnect();
        const there = performance.now();
        // The frame after the next one starts when the next one was painted.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve({ there, painted: performance.now() })),
        );
      }
      observer.observe(document, { childList: true, subtree: true, attributes: true });
      look();
    });

  let seen = Promise.reject(new Error('the benchmark does not watch this page'));
  seen.catch(() => {});

  globalThis.heddleBench = {
    watch: (selector) => {
      seen = appearance(selector);
    },

    /** The time of the first view. Interactive: it is painted, and the last long task is over. */
    firstView: async () => {
      const { there, painted } = await seen;
      // A long task that started before then is known by now.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const files = performance.getEntriesByType('resource');
      const bytes = [...performance.getEntriesByType('navigation'), ...files].map(
        ({ transferSize }) => transferSize,
      );
      return {
        there_ms: there,
        interactive_ms: Math.max(painted, ...taskEnds),
        requests: files.length + 1,
        received_kb: bytes.reduce((sum, each) => sum + each, 0) / 1000,
        longest_task_ms: Math.max(0, ...taskTimes),
      };
    },

    /** Scrolls a region through all its rows, most of a screen with each frame, and collects what they say. */
    scrollThrough: async (label) => {
      const box = document.querySelector(`[role=region][aria-label="${label}"]`);
      const rows = new Map();
      const frames = [];
      let most = 0;
      let waited = 0;
      let at = performance.now();
      const startedAt = at;
      let movedAt = at;
      const tasksBefore = taskTimes.length;
      for (;;) {
        await nextFrame();
        const now = performance.now();
        frames.push(now - at);
        at = now;
        const shown = box.querySelectorAll('tr[data-index]');
        most = Math.max(most, shown.length);
        for (const row of shown) rows.set(Number(row.dataset.index), row.textContent);
        const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
        if (atEnd && box.querySelector('[role=status]').textContent.endsWith('in all')) break;
        if (!atEnd) {
          box.scrollTop += box.clientHeight * 0.8;
          movedAt = now;
        } else {
          waited += frames.at(-1);
          if (now - movedAt > 30_000) throw new Error(`no further page after ${rows.size} rows`);
        }
      }
      // Long tasks are reported with some delay.
      await new Promise((resolve) => setTimeout(resolve, 100));
      return {
        texts: [...rows].toSorted(([one], [other]) => one - other).map(([, text]) => text),
        ms: at - startedAt,
        waited,
        frames,
        most,
        tasks: taskTimes.slice(tasksBefore),
      };
    },
  };
})();
