import { useState, type ReactNode } from 'react';
import { Avatar } from '../../src/views/kit/Avatar.tsx';
import { Badge } from '../../src/views/kit/Badge.tsx';
import { Banner } from '../../src/views/kit/Banner.tsx';
import { Button, IconButton } from '../../src/views/kit/Button.tsx';
import { Checkbox } from '../../src/views/kit/Checkbox.tsx';
import { ConfirmDialog } from '../../src/views/kit/ConfirmDialog.tsx';
import { Dialog } from '../../src/views/kit/Dialog.tsx';
import { EmptyState } from '../../src/views/kit/EmptyState.tsx';
import { ErrorState } from '../../src/views/kit/ErrorState.tsx';
import * as firstIcons from '../../src/views/kit/icons.tsx';
import * as furtherIcons from '../../src/views/kit/administration-icons.tsx';
import { Kbd } from '../../src/views/kit/Kbd.tsx';
import { MenuButton } from '../../src/views/kit/MenuButton.tsx';
import { PasswordField } from '../../src/views/kit/PasswordField.tsx';
import { Pill } from '../../src/views/kit/Pill.tsx';
import { SearchField } from '../../src/views/kit/SearchField.tsx';
import { SegmentedControl } from '../../src/views/kit/SegmentedControl.tsx';
import { Select } from '../../src/views/kit/Select.tsx';
import { Skeleton, SkeletonRows } from '../../src/views/kit/Skeleton.tsx';
import { Spinner } from '../../src/views/kit/Spinner.tsx';
import { Switch } from '../../src/views/kit/Switch.tsx';
import { Tag } from '../../src/views/kit/Tag.tsx';
import { TextField } from '../../src/views/kit/TextField.tsx';
import { Ticks, type Delivery } from '../../src/views/kit/Ticks.tsx';
import { Toasts } from '../../src/views/kit/Toasts.tsx';
import { Tooltip } from '../../src/views/kit/Tooltip.tsx';
import { TriggerButton } from '../../src/views/kit/TriggerButton.tsx';
import { VirtualList } from '../../src/views/kit/VirtualList.tsx';
import { finishTicket, search, sendMessage, showShortcuts } from '../../src/views/shortcuts/common-shortcuts.ts';
import { moveInList } from '../../src/views/shortcuts/late-shortcuts.ts';
import { ShortcutsDialog } from '../../src/views/shortcuts/ShortcutsDialog.tsx';
import { ShortcutsProvider, useShortcut } from '../../src/views/shortcuts/ShortcutsProvider.tsx';

const heights = { short: 56, tall: 80 };
const icons = { ...firstIcons, ...furtherIcons };

const people = [
  'Luciana Moraes',
  'João Teixeira',
  'Marina Castro',
  'Rui Azevedo',
  'Tânia Siqueira',
  'Padaria Monte Alto',
];
const names = [...people, '+55 11 98765-4321', 'Édson da Silva', 'Clínica Floresta', 'Débora Nunes'];
const deliveries: readonly Delivery[] = ['pending', 'sent', 'delivered', 'read', 'played', 'uncertain', 'error'];
const ids = Array.from({ length: 5000 }, (_, index) => `Cliente ${index + 1}`);
const sections = [
  { id: 'pinned', title: 'Fixadas', rows: ['Padaria Monte Alto'] },
  { id: 'recent', title: 'Recentes', rows: ids },
];
const departments = [
  { id: '1', label: 'Vendas', hint: '3 pessoas' },
  { id: '2', label: 'Suporte', hint: '2 pessoas' },
  { id: '3', label: 'Trocas', hint: 'Ninguém agora', isDisabled: true },
];

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section style={{ background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 14, padding: 18 }}>
      <h2 style={{ marginBottom: 12, fontSize: 'var(--text-sm)', color: 'var(--ink-2)' }}>{title}</h2>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>{children}</div>
    </section>
  );
}

function Shortcuts() {
  useShortcut(showShortcuts);
  useShortcut(search);
  useShortcut(moveInList);
  useShortcut(finishTicket);
  useShortcut(sendMessage);
  return null;
}

export function GalleryKit({ open }: { readonly open: string | null }) {
  const [query, setQuery] = useState('');
  const [segment, setSegment] = useState<'mine' | 'all' | 'finished'>('mine');
  const [department, setDepartment] = useState<string | null>(null);
  const [selected, setSelected] = useState('Cliente 2');
  const [opened, setOpened] = useState(open);
  const [single, setSingle] = useState(true);
  const close = () => setOpened(null);
  return (
    <ShortcutsProvider hasSingleKeys={single}>
      <Shortcuts />
      <main
        style={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(420px, 100%), 1fr))',
          gap: 14,
          padding: 14,
        }}
      >
        <Group title="Button">
          <Button variant="primary">Finalizar</Button>
          <Button>Transferir</Button>
          <Button variant="ghost">Cancelar</Button>
          <Button variant="danger">Excluir</Button>
          <Button variant="link">Tentar de novo</Button>
          <Button icon={<icons.PlusIcon />}>Novo usuário</Button>
          <Button variant="primary" isPending>
            Enviando
          </Button>
          <Button isDisabled>Desligado</Button>
          <Button size="sm">Pequeno</Button>
          <Button size="lg" variant="primary">
            Grande
          </Button>
          <IconButton label="Anexar" icon={<icons.PaperclipIcon />} />
          <IconButton label="Mais" variant="default" icon={<icons.MoreIcon />} />
          <IconButton label="Enviar" variant="primary" icon={<icons.SendIcon />} />
        </Group>
        <Group title="Campos">
          <div style={{ display: 'grid', gap: 14, flex: 1 }}>
            <TextField label="E-mail" placeholder="voce@empresa.com.br" type="email" />
            <TextField label="Nome" description="Como os clientes veem." defaultValue="Ana Ribeiro" />
            <TextField label="Ramal" error="Use só números." defaultValue="12a" />
            <PasswordField label="Senha" defaultValue="segredo" />
            <SearchField label="Buscar por nome" value={query} onChange={setQuery} shortcut="Ctrl K" />
            <SearchField label="Buscar" value="Luciana" onChange={() => {}} />
            <Select
              label="Departamento"
              placeholder="Escolha"
              options={departments}
              value={department}
              onChange={setDepartment}
            />
          </div>
        </Group>
        <Group title="Escolhas">
          <div style={{ display: 'grid', gap: 12, flex: 1 }}>
            <SegmentedControl
              label="Conversas"
              value={segment}
              onChange={setSegment}
              options={[
                { value: 'mine', label: 'Minhas' },
                { value: 'all', label: 'Todas' },
                { value: 'finished', label: 'Finalizadas' },
              ]}
            />
            <Checkbox defaultSelected>Continuar conectado</Checkbox>
            <Checkbox>Também por e-mail</Checkbox>
            <Checkbox isIndeterminate>Algumas</Checkbox>
            <Switch defaultSelected description="Toca quando chega uma mensagem.">
              Som
            </Switch>
            <Switch>Avisos na área de trabalho</Switch>
            <MenuButton
              label="Ordenar"
              groups={[
                {
                  id: 'sort',
                  title: 'Ordenar por',
                  selected: 'recent',
                  onSelect: () => {},
                  entries: [
                    { id: 'recent', label: 'Mais recentes', icon: <icons.ClockIcon /> },
                    { id: 'name', label: 'Nome', icon: <icons.PersonIcon /> },
                  ],
                },
                {
                  id: 'more',
                  onSelect: () => {},
                  entries: [{ id: 'block', label: 'Bloquear contato', icon: <icons.BlockIcon />, tone: 'danger' }],
                },
              ]}
            >
              Ordenar <icons.ChevronDownIcon />
            </MenuButton>
          </div>
        </Group>
        <Group title="Pessoas e sinais">
          {names.map((name) => (
            <Avatar key={name} name={name} />
          ))}
          <Avatar name="Ana Ribeiro" size="sm" tone="brand" />
          <Avatar name="Bruno Lima" isOnline />
          <Avatar name="Carla Souza" isOnline={false} />
          <Avatar name="Luciana Moraes" size="xl" />
          <Badge count={3} />
          <Badge count={42} />
          <Badge count={120} />
          <Pill dot="success">Sincronizado</Pill>
          <Pill dot="warning" isBusy>
            Reconectando
          </Pill>
          <Pill dot="danger" tone="danger">
            Sem conexão
          </Pill>
          <Pill icon={<icons.ClockIcon />}>23 h 18 min</Pill>
          <Pill icon={<icons.ClockIcon />} tone="warning">
            48 min
          </Pill>
          <Tag>Troca</Tag>
          <Tag tone="primary">VIP</Tag>
          <Tag tone="success">Conectada</Tag>
          <Tag tone="warning">Ausente</Tag>
          <Tag tone="danger">Bloqueado</Tag>
          {deliveries.map((delivery) => (
            <Ticks key={delivery} delivery={delivery} />
          ))}
          <Kbd>Ctrl K</Kbd>
          <Spinner />
          <Tooltip text="Fixar a conversa" shortcut="F">
            <TriggerButton aria-label="Fixar" icon={<icons.PinIcon />} />
          </Tooltip>
        </Group>
        <Group title="Avisos">
          <div style={{ display: 'grid', gap: 10, flex: 1 }}>
            <Banner title="Você está sem conexão">Suas mensagens saem quando ela voltar.</Banner>
            <Banner tone="success">Atendimento transferido.</Banner>
            <Banner tone="warning" action={<Button size="sm">Ver modelos</Button>}>
              A janela de 24 horas termina em 48 min.
            </Banner>
            <Banner tone="danger" onClose={() => {}}>
              Email ou/e senha errado(s)
            </Banner>
          </div>
        </Group>
        <Group title="Lista virtual">
          <div style={{ display: 'flex', height: 320, flex: 1, minWidth: 0 }}>
            <VirtualList
              label="Conversas"
              sections={sections}
              heights={heights}
              selected={selected}
              onSelect={setSelected}
              renderRow={renderRow}
            />
          </div>
        </Group>
        <Group title="A caminho">
          <div style={{ flex: 1 }}>
            <SkeletonRows count={3} />
            <Skeleton shape="block" />
          </div>
        </Group>
        <Group title="Vazio e erro">
          <EmptyState icon={<icons.InboxIcon />} title="Nenhuma conversa por aqui" action={<Button>Ver todas</Button>}>
            Quando um cliente escrever, a conversa aparece nesta lista.
          </EmptyState>
          <ErrorState title="As conversas não carregaram" requestId="7f3a-21c0" onRetry={() => {}}>
            O servidor demorou para responder.
          </ErrorState>
        </Group>
        <Group title="Ícones">
          {Object.entries(icons).map(([name, Symbol]) => (
            <span key={name} title={name}>
              <Symbol />
            </span>
          ))}
        </Group>
        <Group title="Janelas">
          <Button onPress={() => setOpened('dialog')}>Transferir</Button>
          <Button onPress={() => setOpened('confirm')}>Finalizar</Button>
          <Button onPress={() => setOpened('shortcuts')}>Atalhos</Button>
        </Group>
      </main>
      <Dialog
        title="Transferir atendimento"
        isOpen={opened === 'dialog'}
        onClose={close}
        footer={
          <>
            <Button onPress={close}>Cancelar</Button>
            <Button variant="primary">Transferir</Button>
          </>
        }
      >
        <div style={{ display: 'grid', gap: 14 }}>
          <SearchField label="Buscar pessoa" value={query} onChange={setQuery} />
          <TextField label="Recado" description="Só a equipe vê." />
        </div>
      </Dialog>
      <ConfirmDialog
        title="Finalizar o atendimento?"
        confirmLabel="Finalizar"
        isOpen={opened === 'confirm'}
        onClose={close}
        onConfirm={close}
      >
        Luciana Moraes pode escrever de novo quando quiser; isso abre um novo atendimento.
      </ConfirmDialog>
      <ShortcutsDialog
        isOpen={opened === 'shortcuts'}
        onClose={close}
        hasSingleKeys={single}
        onSingleKeysChange={setSingle}
      />
      {opened === 'toasts' && (
        <Toasts
          onClose={close}
          toasts={[
            { id: '1', tone: 'success', title: 'Logado com sucesso!', text: 'Você entrou na plataforma com sucesso!' },
            {
              id: '2',
              tone: 'notice',
              title: 'Atendimento Recebido',
              text: 'Bruno Lima transferiu Luciana Moraes para você.',
              action: <Button variant="link">Abrir conversa</Button>,
            },
            { id: '3', tone: 'danger', title: 'Mensagem não enviada', text: 'O número não recebe mensagens.' },
          ]}
        />
      )}
    </ShortcutsProvider>
  );
}

function renderRow(id: string): ReactNode {
  return (
    <div style={{ display: 'flex', gap: 11, alignItems: 'center', height: '100%', padding: '0 13px' }}>
      <Avatar name={id} />
      <b style={{ fontWeight: 600 }}>{id}</b>
    </div>
  );
}
