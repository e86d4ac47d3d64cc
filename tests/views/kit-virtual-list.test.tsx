import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { VirtualList } from '../../src/views/kit/VirtualList.tsx';
import { layOut, rowAt, rowHeight, rowTop, shiftOf } from '../../src/views/kit/virtual-layout.ts';
import { renderKit } from './kit-render.tsx';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
const heights = { short: 60, tall: 80 };
const draw = (id: string) => <span>Cliente {id}</span>;
const moved = (rows: readonly string[], id: string) => [id, ...rows.filter((each) => each !== id)];

describe('layout of the list', () => {
  const layout = layOut(
    [
      { id: 'pinned', title: 'Fixadas', rows: ['p0', 'p1'] },
      { id: 'none', title: 'Vazia', rows: [] },
      { id: 'recent', title: 'Recentes', rows: ids(3) },
    ],
    heights,
    30,
  );

  it('headings and rows follow each other, empty sections take no room', () => {
    expect(layout.sections.map(({ id, top, first }) => [id, top, first])).toEqual([
      ['pinned', 0, 0],
      ['recent', 150, 2],
    ]);
    expect(layout.height).toBe(360);
    expect(layout.ids).toEqual(['p0', 'p1', 'c0', 'c1', 'c2']);
  });

  it.each([
    [0, 30],
    [1, 90],
    [2, 180],
    [4, 300],
  ])('row %i stands at %i', (index, top) => expect(rowTop(layout, index)).toBe(top));

  it.each([
    [-5, 0],
    [0, 0],
    [89, 0],
    [90, 1],
    [149, 1],
    [155, 2],
    [240, 3],
    [9999, 4],
  ])('at %i px is row %i', (y, index) => expect(rowAt(layout, y)).toBe(index));

  it('tall rows take their room, in every section', () => {
    const sections = [
      { id: 'pinned', title: 'Fixadas', rows: ['p0', 'p1'], tall: [true, false] },
      { id: 'recent', title: 'Recentes', rows: ids(3), tall: [false, true, false] },
    ];
    const mixed = layOut(sections, heights, 30);
    expect([0, 1, 2, 3, 4].map((index) => rowTop(mixed, index))).toEqual([30, 110, 200, 260, 340]);
    expect([0, 1, 2, 3, 4].map((index) => rowHeight(mixed, index))).toEqual([80, 60, 60, 80, 60]);
    expect([109, 110, 259, 260, 339, 340].map((y) => rowAt(mixed, y))).toEqual([0, 1, 2, 3, 3, 4]);
    expect(mixed.height).toBe(400);
  });

  it('no rows at all', () => {
    const empty = layOut([], heights, 30);
    expect([empty.height, rowAt(empty, 100), rowTop(empty, 0)]).toEqual([0, 0, 0]);
  });
});

describe('what a reader sees stays in its place', () => {
  const of = (rows: readonly string[], ...tall: readonly string[]) =>
    layOut([{ id: 'all', rows, tall: rows.map((id) => tall.includes(id)) }], heights, 30);
  const before = of(ids(100));
  const at = 20 * 60;
  const shift = (rows: readonly string[]) => shiftOf(before, of(rows), at, 600);

  it.each([
    ['a row comes in above', ['new', ...ids(100)], 60],
    ['a row from below moves to the top', moved(ids(100), 'c80'), 60],
    ['a row from above moves to the top', moved(ids(100), 'c5'), 0],
    ['a row above goes away', ids(100).slice(1), -60],
    ['a burst comes in above', [...ids(60).map((id) => `new-${id}`), ...ids(100)], 60 * 60],
    ['a burst goes away above', ids(100).slice(19), 60 * -19],
    [
      'all in sight but one move to the top',
      [...ids(31).slice(21).toReversed(), ...ids(21), ...ids(100).slice(31)],
      600,
    ],
    ['rows come in below', [...ids(100), 'c100', 'c101'], 0],
    ['the whole list is another', ids(100).map((id) => `x${id}`), 0],
    ['the list is empty', [], 0],
  ])('%s', (_, rows, expected) => expect(shift(rows)).toBe(expected));

  it.each([
    ['above gains a third line', [], ['c3'], 20],
    ['above loses it', ['c3'], [], -20],
    ['below gains one', [], ['c80'], 0],
    ['cut by the upper edge gains one', [], ['c20'], 20],
    ['low in sight gains one: what is above it stays', [], ['c28'], 0],
  ])('a row %s', (_, tallBefore, tallAfter, expected) => {
    expect(shiftOf(of(ids(100), ...tallBefore), of(ids(100), ...tallAfter), at + 5, 600)).toBe(expected);
  });

  it('a row in sight moves to the top: those that were above it in sight make room, the rest decides by number', () => {
    expect(shift(moved(ids(100), 'c29'))).toBe(60);
    expect(shift(moved(ids(100), 'c21'))).toBe(0);
  });
});

describe('a row that is pressed', () => {
  const onSelect = vi.fn();
  const list = (rows: readonly string[]) => (
    <VirtualList label="C" sections={[{ id: 'all', rows }]} heights={heights} renderRow={draw} onSelect={onSelect} />
  );
  const row = (id: string) => screen.getByText(`Cliente ${id}`);
  const at = { clientX: 10, clientY: 10 };
  const mouse = { ...at, pointerType: 'mouse' };
  const touch = { ...at, pointerType: 'touch' };
  const click = { ...at, detail: 1 };
  beforeEach(() => onSelect.mockReset());

  it('the mouse is let go over another -> the pressed one opens, once', async () => {
    const view = await renderKit(list(ids(5)));
    fireEvent.pointerDown(row('c1'), mouse);
    view.rerender(list(moved(ids(5), 'c4')));
    fireEvent.pointerUp(row('c0'), mouse);
    fireEvent.click(screen.getByRole('listbox'), click);
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('c1');
  });

  it('moves in the document and stands under the mouse again, so there is no click -> it opens', async () => {
    const view = await renderKit(list(ids(5)));
    fireEvent.pointerDown(row('c1'), mouse);
    view.rerender(list(['c4', 'c1', 'c0', 'c2', 'c3']));
    fireEvent.pointerUp(row('c1'), mouse);
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('c1');
  });

  it('a finger: the click goes to the row that came under it -> the pressed one opens', async () => {
    const view = await renderKit(list(ids(5)));
    fireEvent.pointerDown(row('c1'), touch);
    view.rerender(list(moved(ids(5), 'c4')));
    fireEvent.pointerUp(row('c1'), touch);
    fireEvent.pointerLeave(screen.getByRole('listbox'), touch);
    expect(onSelect).not.toHaveBeenCalled();
    fireEvent.click(row('c0'), click);
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('c1');
  });

  it('a finger that slips on its row still opens it', async () => {
    await renderKit(list(ids(5)));
    fireEvent.pointerDown(row('c1'), touch);
    fireEvent.click(row('c1'), { ...click, clientY: 25 });
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('c1');
  });

  it.each([
    ['the right button', { ...mouse, button: 2 }],
    ['the middle button', { ...mouse, button: 1 }],
    ['a right click on a Mac', { ...mouse, ctrlKey: true }],
  ])('%s -> nothing opens', async (_, press) => {
    const view = await renderKit(list(ids(5)));
    fireEvent.pointerDown(row('c1'), press);
    view.rerender(list(moved(ids(5), 'c4')));
    fireEvent.pointerUp(row('c0'), press);
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('dragged to another -> nothing opens', async () => {
    await renderKit(list(ids(5)));
    fireEvent.pointerDown(row('c1'), mouse);
    fireEvent.pointerUp(row('c3'), { ...mouse, clientY: 130 });
    fireEvent.click(screen.getByRole('listbox'), { ...click, clientY: 130 });
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('is gone by then -> nothing opens', async () => {
    const view = await renderKit(list(ids(5)));
    fireEvent.pointerDown(row('c1'), mouse);
    view.rerender(list(ids(5).filter((id) => id !== 'c1')));
    fireEvent.pointerUp(row('c2'), mouse);
    fireEvent.click(screen.getByRole('listbox'), click);
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('let go outside -> a press that began elsewhere and ends in the list opens nothing', async () => {
    await renderKit(list(ids(5)));
    fireEvent.pointerDown(row('c1'), mouse);
    fireEvent.pointerOut(screen.getByRole('listbox'), { ...mouse, relatedTarget: document.body });
    fireEvent.pointerUp(row('c2'), mouse);
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('a finger scrolls -> a press beside the rows opens nothing', async () => {
    await renderKit(list(ids(5)));
    fireEvent.pointerDown(row('c1'), touch);
    fireEvent.pointerCancel(row('c1'), touch);
    fireEvent.pointerUp(screen.getByRole('listbox'), mouse);
    fireEvent.pointerDown(row('c1'), touch);
    fireEvent.pointerDown(screen.getByRole('listbox'), touch);
    fireEvent.click(screen.getByRole('listbox'), click);
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('a screen reader clicks another without a press -> that one opens', async () => {
    await renderKit(list(ids(5)));
    fireEvent.pointerDown(row('c1'), mouse);
    fireEvent.click(row('c3'));
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('c3');
  });
});

describe('VirtualList', () => {
  const sections = [
    { id: 'pinned', title: 'Fixadas', rows: ['p0'] },
    { id: 'recent', title: 'Recentes', rows: ids(5000) },
  ];

  it('draws a few of many, and says how many there are', async () => {
    await renderKit(
      <VirtualList label="Conversas" sections={sections} heights={heights} renderRow={draw} onSelect={() => {}} />,
    );
    const options = screen.getAllByRole('option');
    expect(options.length).toBeLessThan(60);
    expect(options[0]?.getAttribute('aria-posinset')).toBe('1');
    expect(options[0]?.getAttribute('aria-setsize')).toBe('5001');
    expect(screen.getByRole('group', { name: 'Fixadas' })).toBeTruthy();
  });

  it('arrows, Home and End move, Enter and Space choose', async () => {
    const onSelect = vi.fn();
    await renderKit(
      <VirtualList
        label="Conversas"
        sections={sections}
        heights={heights}
        renderRow={draw}
        selected="c0"
        onSelect={onSelect}
      />,
    );
    const user = userEvent.setup();
    const list = screen.getByRole('listbox', { name: 'Conversas' });
    const active = () => document.getElementById(list.getAttribute('aria-activedescendant') ?? '')?.textContent;
    await user.tab();
    expect(document.activeElement).toBe(list);
    expect(active()).toBe('Cliente c0');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe('Cliente c2');
    await user.keyboard('{Enter}');
    await user.keyboard('{End}');
    expect(active()).toBe('Cliente c4999');
    await user.keyboard('{ArrowDown}');
    expect(active()).toBe('Cliente c4999');
    await user.keyboard(' ');
    await user.keyboard('{Home}{ArrowUp}');
    expect(active()).toBe('Cliente p0');
    expect(onSelect.mock.calls).toEqual([['c2'], ['c4999']]);
  });

  it('leaves keys alone that are held with others', async () => {
    await renderKit(
      <VirtualList label="Conversas" sections={sections} heights={heights} renderRow={draw} onSelect={() => {}} />,
    );
    const list = screen.getByRole('listbox');
    expect(fireEvent.keyDown(list, { key: 'ArrowDown', ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(list, { key: 'k' })).toBe(true);
    expect(fireEvent.keyDown(list, { key: 'ArrowDown' })).toBe(false);
  });

  it('selected from elsewhere -> scrolled into sight, and more is asked for near the end; selected itself -> stays', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
    const onLoadMore = vi.fn();
    const list = (selected: string, revealed?: string) => (
      <VirtualList
        label="C"
        sections={[{ id: 'all', rows: ids(100) }]}
        heights={heights}
        headingHeight={0}
        renderRow={draw}
        selected={selected}
        revealed={revealed}
        onSelect={() => {}}
        onLoadMore={onLoadMore}
      />
    );
    const view = await renderKit(list('c0'));
    const scroller = view.container.querySelector('[data-virtual-list]') ?? expect.unreachable();
    view.rerender(list('c40'));
    expect(scroller.scrollTop).toBe(0);
    view.rerender(list('c41', 'c41'));
    expect(scroller.scrollTop).toBe(42 * 60 - 300);
    expect(onLoadMore).not.toHaveBeenCalled();
    view.rerender(list('c95', 'c95'));
    fireEvent.scroll(scroller);
    expect(scroller.scrollTop).toBe(96 * 60 - 300);
    expect(onLoadMore).toHaveBeenCalled();
    view.rerender(list('c2', 'c95'));
    expect(scroller.scrollTop).toBe(96 * 60 - 300);
    vi.restoreAllMocks();
  });

  it('the active row stays the same one while rows move', async () => {
    const list = (rows: readonly string[]) => (
      <VirtualList label="C" sections={[{ id: 'all', rows }]} heights={heights} renderRow={draw} onSelect={() => {}} />
    );
    const view = await renderKit(list(ids(50)));
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    view.rerender(list(moved(ids(50), 'c40')));
    const box = screen.getByRole('listbox');
    expect(document.activeElement).toBe(box);
    expect(document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe('Cliente c2');
  });

  it('pressed -> chosen', async () => {
    const onSelect = vi.fn();
    await renderKit(
      <VirtualList label="C" sections={sections} heights={heights} renderRow={draw} onSelect={onSelect} />,
    );
    await userEvent.setup().click(screen.getByText('Cliente c3'));
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('c3');
  });

  it('rows that can only be chosen have no menu, and aren’t ticked with the others', async () => {
    const onTick = vi.fn();
    const onMenu = vi.fn();
    const { container } = await renderKit(
      <VirtualList
        label="C"
        sections={[
          { id: 'all', rows: ids(2) },
          { id: 'plain', rows: ['x0'], isPlain: true },
        ]}
        heights={heights}
        renderRow={draw}
        onSelect={() => {}}
        onTick={onTick}
        onMenu={onMenu}
      />,
    );
    expect(container.querySelectorAll('[data-row-tick], [data-row-menu]')).toHaveLength(4);
    const list = screen.getByRole('listbox');
    fireEvent.keyDown(list, { key: 'End' });
    fireEvent.keyDown(list, { key: ' ' });
    fireEvent.keyDown(list, { key: 'ContextMenu' });
    fireEvent.contextMenu(screen.getByText('Cliente x0'));
    expect([onTick.mock.calls, onMenu.mock.calls]).toEqual([[], []]);
    fireEvent.keyDown(list, { key: 'a', ctrlKey: true });
    expect(onTick).toHaveBeenCalledExactlyOnceWith(new Set(['c0', 'c1']));
  });

  it('a row above that gains a third line scrolls the list along, and is told to draw it', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
    const drawn = vi.fn((id: string, isTall: boolean) => <span>{`${id} ${isTall ? 'alta' : 'baixa'}`}</span>);
    const list = (tall: string) => (
      <VirtualList
        label="C"
        sections={[{ id: 'all', rows: ids(100), tall: ids(100).map((id) => id === tall) }]}
        heights={heights}
        renderRow={drawn}
        onSelect={() => {}}
      />
    );
    const view = await renderKit(list('none'));
    const scroller = view.container.querySelector('[data-virtual-list]') ?? expect.unreachable();
    scroller.scrollTop = 1200;
    fireEvent.scroll(scroller);
    view.rerender(list('c19'));
    expect(scroller.scrollTop).toBe(1220);
    expect(screen.getByText('c19 alta')).toBeTruthy();
    expect(screen.getByText('c20 baixa')).toBeTruthy();
    vi.restoreAllMocks();
  });

  it('asks for more when the end is near, not while more is coming, not when there is no more', async () => {
    const onLoadMore = vi.fn();
    const list = (props: { readonly isLoadingMore?: boolean; readonly more?: () => void }) => (
      <VirtualList
        label="C"
        sections={[{ id: 'all', rows: ids(10) }]}
        heights={heights}
        renderRow={draw}
        onSelect={() => {}}
        onLoadMore={props.more}
        isLoadingMore={props.isLoadingMore ?? false}
      />
    );
    const view = await renderKit(list({}));
    view.rerender(list({ more: onLoadMore, isLoadingMore: true }));
    expect(onLoadMore).not.toHaveBeenCalled();
    expect(screen.getByRole('status', { name: 'Carregando mais…' })).toBeTruthy();
    view.rerender(list({ more: onLoadMore }));
    expect(onLoadMore).toHaveBeenCalledOnce();
  });

  it('a page that brought nothing new -> asked again; what failed -> not until it may be asked again', async () => {
    const onLoadMore = vi.fn();
    const list = (isLoadingMore: boolean, more: (() => void) | undefined) => (
      <VirtualList
        label="C"
        sections={[{ id: 'all', rows: ids(10) }]}
        heights={heights}
        renderRow={draw}
        onSelect={() => {}}
        onLoadMore={more}
        isLoadingMore={isLoadingMore}
      />
    );
    const view = await renderKit(list(false, onLoadMore));
    view.rerender(list(true, onLoadMore));
    view.rerender(list(false, onLoadMore));
    expect(onLoadMore).toHaveBeenCalledTimes(2);
    view.rerender(list(true, onLoadMore));
    view.rerender(list(false, undefined));
    expect(onLoadMore).toHaveBeenCalledTimes(2);
    view.rerender(list(false, onLoadMore));
    expect(onLoadMore).toHaveBeenCalledTimes(3);
  });

  it('a row that did not change is not drawn again', async () => {
    const drawn = vi.fn(draw);
    const list = (rows: readonly string[]) => (
      <VirtualList label="C" sections={[{ id: 'all', rows }]} heights={heights} renderRow={drawn} onSelect={() => {}} />
    );
    const view = await renderKit(list(ids(10)));
    drawn.mockClear();
    view.rerender(list(moved(ids(10), 'c9')));
    expect(drawn).not.toHaveBeenCalled();
  });

  it('empty -> says what the caller says', async () => {
    await renderKit(
      <VirtualList
        label="C"
        sections={[]}
        heights={heights}
        renderRow={draw}
        onSelect={() => {}}
        empty={<p>Nada por aqui</p>}
      />,
    );
    expect(screen.getByText('Nada por aqui')).toBeTruthy();
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});
