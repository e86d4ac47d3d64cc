-- The server logs in as a role without rights of its own; what it looks at before it serves, it sees as the platform.
grant select on migration to balcao_platform;
