-- Finds the companies whose departments give out tickets by themselves.
grant select (distribution) on department to balcao_platform;
